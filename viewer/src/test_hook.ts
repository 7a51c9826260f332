// window.alembert: lets tests and curious users ask the page what it shows.
import { Vector3 } from "three";
import type { Channels } from "./channels";
import type { PageData } from "./data";
import type { FlexiblePanel } from "./motion/flexible_panel";
import type { ModesPanel } from "./modes/modes_panel";
import type { Player } from "./player";
import type { PlotBoard } from "./plots/plot_board";
import type { Viewport } from "./scene/viewport";
import type { Notes } from "./ui/notes";

export interface Hook {
  ready: Promise<void>;
  page: PageData;
  time(): number;
  setTime(t: number): void;
  playing(): boolean;
  looks(): { arrows: number; opacity: number; names: string[] } | null; // of the picture
  play(): void;
  pause(): void;
  markerPosition(name: string): [number, number, number];
  bodyScreenPosition(name: string): [number, number];
  framesPerSecond(): number;
  plots(): { title: string; channels: string[]; units: string[] }[];
  channelValue(id: string, t: number): number;
  notes(): string[];
  // Of the flexible bodies: scale, range of the colours, and of each the largest displacement and stress now.
  flexible(): { scale: number; range: number[]; bodies: { displacement: number; stress: number }[] } | null;
  setDeformationScale(scale: number): void;
  mode(): { chosen: number; amplitude: number } | null; // on pages of modes
}

declare global {
  interface Window {
    alembert: Partial<Hook>;
  }
}

interface Parts {
  page: PageData;
  player: Player;
  channels: Channels;
  board: PlotBoard;
  notes: Notes;
  viewport: Viewport | null;
  modes: ModesPanel | null;
  flexible: FlexiblePanel | null;
}

function flexibleNow(viewport: Viewport | null): ReturnType<Hook["flexible"]> {
  if (!viewport || viewport.model.flexible.bodies.length === 0) return null;
  viewport.update();
  const { style, range, bodies } = viewport.model.flexible;
  const of = bodies.map(({ deformation: d }) => ({
    displacement: d.largestDisplacement(),
    stress: Math.max(0, ...(d.stress ?? []).filter((x) => x >= 0)),
  }));
  return { scale: style.scale, range, bodies: of };
}

// The position of a marker where it is drawn, from the matrix of its body in the scene.
function markerPosition(viewport: Viewport | null, name: string): [number, number, number] {
  if (!viewport) return [NaN, NaN, NaN];
  viewport.update();
  const { model } = viewport;
  const marker = model.run.markers.findIndex((m) => m.name === name);
  if (marker >= 0) return model.places.position(marker, new Vector3()).toArray();
  const body = model.run.bodies.findIndex((b) => b.name === name);
  if (body < 0) throw new Error(`no marker or body called ${name}`);
  return new Vector3().setFromMatrixPosition(model.bodies[body]!.matrixWorld).toArray();
}

export function installHook(p: Parts): void {
  Object.assign(window.alembert, {
    page: p.page,
    time: () => p.player.time,
    setTime: (t: number) => p.player.setTime(t),
    playing: () => p.player.playing,
    looks: () =>
      p.viewport && {
        arrows: p.viewport.model.arrows.size,
        opacity: p.viewport.model.instances.opacity,
        names: [...p.viewport.element.querySelectorAll(".labels .label")].map((n) => n.textContent ?? ""),
      },
    play: () => p.player.play(),
    pause: () => p.player.pause(),
    markerPosition: (name: string) => markerPosition(p.viewport, name),
    bodyScreenPosition: (name: string): [number, number] => {
      const body = p.page.run!.bodies.findIndex((b) => b.name === name);
      if (body < 0) throw new Error(`no body called ${name}`);
      return p.viewport ? p.viewport.screenOf(body) : [NaN, NaN];
    },
    framesPerSecond: () => p.viewport?.rate.perSecond() ?? 0,
    plots: () => p.board.describe(),
    channelValue: (id: string, t: number) => p.channels.value(id, t),
    notes: () => [...p.notes.texts],
    flexible: () => flexibleNow(p.viewport),
    setDeformationScale: (scale: number) => p.flexible?.setScale(scale),
    mode: () => p.modes && { chosen: p.modes.chosen, amplitude: p.modes.amplitude },
  } satisfies Partial<Hook>);
}
