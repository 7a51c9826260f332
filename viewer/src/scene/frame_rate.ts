// Measures how many pictures a second are drawn, and asks for less work when they are too few.

const wanted = 30; // pictures a second

export class FrameRate {
  private stamps: number[] = [];
  private slowSince: number | null = null;

  constructor(private readonly tooSlow: () => void) {}

  // Called with the wall time of every picture while the animation plays.
  count(wall: number): void {
    this.stamps.push(wall);
    while (this.stamps.length > 1 && this.stamps[0]! < wall - 1000) this.stamps.shift();
    const span = wall - this.stamps[0]!;
    if (span < 700) return;
    if (this.perSecond() >= wanted) this.slowSince = null;
    else if (this.slowSince === null) this.slowSince = wall;
    else if (wall - this.slowSince > 500) {
      this.restart();
      this.tooSlow();
    }
  }

  // Over the last second; 0 if nothing is known yet.
  perSecond(): number {
    if (this.stamps.length < 2) return 0;
    return (1000 * (this.stamps.length - 1)) / (this.stamps[this.stamps.length - 1]! - this.stamps[0]!);
  }

  restart(): void {
    this.stamps = [];
    this.slowSince = null;
  }
}
