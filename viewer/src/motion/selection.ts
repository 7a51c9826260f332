// What is selected: a body, joint, force or contact. The 3D view, the panel and the keyboard share it.
import type { Run } from "../data";
import type { Owner } from "../scene/instances";

export class Selection {
  current: Owner | null = null;
  private readonly listeners: ((owner: Owner | null) => void)[] = [];

  constructor(private readonly run: Run) {}

  listen(f: (owner: Owner | null) => void): void {
    this.listeners.push(f);
  }

  set(owner: Owner | null): void {
    this.current = owner;
    for (const f of this.listeners) f(owner);
  }

  name(owner: Owner): string {
    if (owner.kind === "contact") return this.run.contacts?.names[owner.index] ?? "";
    const list = { body: this.run.bodies, joint: this.run.joints, force: this.run.forces }[owner.kind];
    return list[owner.index]?.name ?? "";
  }
}
