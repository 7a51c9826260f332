// Measures how many pictures a second are drawn, and asks for less work when they are too few.

const wanted = 30; // pictures a second

export class FrameRate {
  private stamps: number[] = [];
  private since = NaN; // when the current setting began to be measured
  private slowSince = NaN;

  constructor(private readonly tooSlow: () => void) {}

  // Called with the wall time of every picture while the animation plays.
  count(wall: number): void {
    this.stamps.push(wall);
    while (this.stamps.length > 1 && this.stamps[0]! < wall - 1000) this.stamps.shift();
    if (Number.isNaN(this.since)) this.since = wall;
    if (wall - this.since < 1200) return; // the first second says little: programs for the graphics are being made
    if (this.perSecond() >= wanted) this.slowSince = NaN;
    else if (Number.isNaN(this.slowSince)) this.slowSince = wall;
    else if (wall - this.slowSince > 800) {
      this.since = this.slowSince = NaN;
      this.tooSlow();
    }
  }

  // Over the last second of playing; 0 if nothing is known yet.
  perSecond(): number {
    if (this.stamps.length < 2) return 0;
    return (1000 * (this.stamps.length - 1)) / (this.stamps[this.stamps.length - 1]! - this.stamps[0]!);
  }

  // Playing starts again.
  restart(): void {
    this.stamps = [];
    this.since = this.slowSince = NaN;
  }
}
