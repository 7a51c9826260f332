// The range of time that all plots over time show together.
import type { Range } from "./chart_spec";

export class TimeLink {
  range: Range | null = null; // null: everything
  private readonly listeners = new Set<(range: Range | null) => void>();

  set(range: Range | null): void {
    this.range = range;
    for (const f of this.listeners) f(range);
  }

  listen(f: (range: Range | null) => void): () => void {
    this.listeners.add(f);
    return () => this.listeners.delete(f);
  }
}
