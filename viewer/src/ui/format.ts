// Numbers, vectors, rotations and speeds as text for people.

// About `digits` significant digits, without trailing zeros or the noise of binary numbers.
export function number(x: number | null | undefined, digits = 5): string {
  if (x === null || x === undefined || Number.isNaN(x)) return "–";
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "-∞";
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (Number.isInteger(x) && size < 1e7) return String(x);
  if (size >= 1e6 || size < 1e-4) {
    const [mantissa, exponent] = x.toExponential(digits - 1).split("e");
    return `${Number(mantissa)}e${Number(exponent)}`;
  }
  return String(Number(x.toPrecision(digits)));
}

// A number of constant width for values that change while the animation plays.
export function steady(x: number, digits = 5): string {
  if (!Number.isFinite(x)) return number(x);
  const size = Math.abs(x);
  if (size !== 0 && (size >= 1e6 || size < 1e-3)) return x.toExponential(Math.max(0, digits - 3));
  const before = size < 1 ? 1 : Math.floor(Math.log10(size)) + 1;
  return x.toFixed(Math.max(0, digits - before));
}

export function withUnit(text: string, unit: string): string {
  return unit && unit !== "1" ? `${text} ${unit}` : text;
}

// "force (N)", or "ratio" where there is no unit.
export function labelled(name: string, unit: string): string {
  return unit && unit !== "1" ? (name ? `${name} (${unit})` : unit) : name;
}

export function vector(values: ArrayLike<number>, digits = 4): string {
  return `[${Array.from(values, (v) => number(v, digits)).join(", ")}]`;
}

// "34.2° about [0, 0, 1]" of a unit quaternion, w first.
export function rotation(q: ArrayLike<number>): string {
  let [w, x, y, z] = [q[0]!, q[1]!, q[2]!, q[3]!];
  if (w < 0) [w, x, y, z] = [-w, -x, -y, -z];
  const s = Math.hypot(x, y, z);
  if (s < 1e-6) return "0°";
  let angle = (2 * Math.atan2(s, w) * 180) / Math.PI;
  const axis = [x / s, y / s, z / s];
  const largest = axis.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
  if (largest < 0) {
    angle = -angle;
    for (let i = 0; i < 3; ++i) axis[i] = -axis[i]!;
  }
  return `${steady(angle, 5)}° about [${axis.map((v) => number(Math.abs(v) < 5e-5 ? 0 : v, 3)).join(", ")}]`;
}

// "1/5 of real time" for 0.2.
export function speedText(speed: number): string {
  if (Math.abs(speed - 1) < 1e-9) return "real time";
  if (speed > 1) return `${number(speed, 3)} × real time`;
  return `1/${number(1 / speed, 3)} of real time`;
}

// Seconds of computing as "12.3 ms", "4.5 s", "3 min 20 s".
export function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return "–";
  if (seconds < 1e-3) return `${number(seconds * 1e6, 3)} µs`;
  if (seconds < 1) return `${number(seconds * 1e3, 3)} ms`;
  if (seconds < 120) return `${number(seconds, 3)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

export function percent(part: number): string {
  return `${(100 * part).toFixed(Math.abs(part) < 0.0995 ? 1 : 0)} %`;
}

export function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
}
