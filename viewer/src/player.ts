// The clock of the animation: time, play and pause, speed, loop. Everything that moves listens to it.

const secondsOf: Record<string, number> = { s: 1, ms: 1e-3, us: 1e-6, µs: 1e-6, min: 60, h: 3600, hour: 3600 };

export class Player {
  readonly start: number;
  readonly end: number;
  readonly speeds: number[];
  speed: number; // model time over wall time, both in seconds
  loop = true;
  private now: number;
  private running = false;
  private readonly unit: number; // seconds in the model's unit of time
  sideInterval = 0; // milliseconds between two updates of what is not the 3D view; a slow computer needs some
  private lastSide = 0;
  private readonly onTime: ((t: number) => void)[] = [];
  private readonly onSide: ((t: number) => void)[] = [];
  private readonly onState: (() => void)[] = [];

  constructor(
    readonly frameTimes: Float64Array,
    timeUnit: string,
  ) {
    this.start = frameTimes[0] ?? 0;
    this.end = frameTimes[frameTimes.length - 1] ?? 0;
    this.now = this.start;
    this.unit = secondsOf[timeUnit] ?? 1;
    this.speed = automaticSpeed((this.end - this.start) * this.unit);
    this.speeds = ladder().filter((s) => (s > 0.0099 && s < 101) || (s >= this.speed / 10.1 && s <= this.speed * 10.1));
  }

  get time(): number {
    return this.now;
  }
  get playing(): boolean {
    return this.running;
  }
  get moves(): boolean {
    return this.end > this.start;
  }

  listen(f: (t: number) => void): void {
    this.onTime.push(f);
  }
  // For plots and texts: while the animation plays they may be told less often.
  listenSide(f: (t: number) => void): void {
    this.onSide.push(f);
  }
  listenState(f: () => void): void {
    this.onState.push(f);
  }

  setTime(t: number): void {
    if (!Number.isFinite(t)) return;
    this.now = Math.min(this.end, Math.max(this.start, t));
    for (const f of this.onTime) f(this.now);
    const wall = performance.now();
    if (this.running && wall - this.lastSide < this.sideInterval) return;
    this.lastSide = wall;
    for (const f of this.onSide) f(this.now);
  }

  play(): void {
    if (this.running || !this.moves) return;
    if (this.now >= this.end) this.setTime(this.start);
    this.running = true;
    this.changed();
    let last = performance.now();
    const tick = (wall: number): void => {
      if (!this.running) return;
      const elapsed = Math.min(0.25, Math.max(0, (wall - last) / 1000));
      last = wall;
      let t = this.now + (elapsed * this.speed) / this.unit;
      if (t >= this.end) {
        if (this.loop) t = this.start + ((t - this.start) % (this.end - this.start));
        else {
          this.pause();
          t = this.end;
        }
      }
      this.setTime(t);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  pause(): void {
    if (!this.running) return;
    this.running = false;
    this.changed();
  }

  toggle(): void {
    if (this.running) this.pause();
    else this.play();
  }

  // Goes n frames on (or back), from the frame shown.
  step(n: number): void {
    this.pause();
    const last = this.frameTimes.length - 1;
    if (last < 0) return;
    let k = frameAt(this.frameTimes, this.now);
    if (n < 0 && this.now > this.frameTimes[k]! + 1e-12 * Math.abs(this.end)) k += 1;
    this.setTime(this.frameTimes[Math.min(last, Math.max(0, k + n))]!);
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.changed();
  }

  faster(steps: number): void {
    const at = this.speeds.findIndex((s) => s >= this.speed * 0.999);
    this.setSpeed(this.speeds[Math.min(this.speeds.length - 1, Math.max(0, at + steps))]!);
  }

  setLoop(on: boolean): void {
    this.loop = on;
    this.changed();
  }

  private changed(): void {
    for (const f of this.onSide) f(this.now);
    for (const f of this.onState) f();
  }
}

// The last index whose time is not after t; 0 if there is none.
export function frameAt(times: ArrayLike<number>, t: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle]! <= t) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

// 1, 2, 5, 10 ... and 1/2, 1/5, 1/10 ...
function ladder(): number[] {
  const speeds: number[] = [];
  for (let decade = -9; decade <= 9; ++decade) for (const digit of [1, 2, 5]) speeds.push(Number(`${digit}e${decade}`));
  return speeds;
}

// The speed nearest to real time with which a run of so many seconds lasts 5 to 20 seconds.
export function automaticSpeed(seconds: number): number {
  if (!(seconds > 0)) return 1;
  const fitting = ladder().filter((s) => seconds / s >= 4.99 && seconds / s <= 20.01);
  if (fitting.length === 0) return 1;
  return fitting.reduce((a, b) => (Math.abs(Math.log(b)) < Math.abs(Math.log(a)) ? b : a));
}
