// Colours of a scale from least to most: those of "viridis", which everyone can tell apart and which grey printers keep.
const stops = ["#440154", "#46327e", "#365c8d", "#277f8e", "#1fa187", "#4ac16d", "#a0da39", "#fde725"];
const numbers = stops.map((hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255));

export const gradient = `linear-gradient(to right, ${stops.join(", ")})`;

// Red, green and blue (sRGB, 0 to 1) of a share in [0, 1] into out[at...]; grey for what is not known.
export function shade(share: number, out: Float32Array, at: number): void {
  if (!Number.isFinite(share)) {
    out[at] = out[at + 1] = out[at + 2] = 0.6;
    return;
  }
  const x = Math.min(1, Math.max(0, share)) * (numbers.length - 1);
  const k = Math.min(numbers.length - 2, Math.floor(x));
  for (let c = 0; c < 3; ++c) out[at + c] = numbers[k]![c]! * (1 - x + k) + numbers[k + 1]![c]! * (x - k);
}
