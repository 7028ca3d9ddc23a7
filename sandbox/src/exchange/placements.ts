import { seededRandom } from "../seeded-random.ts";
import type { DeviceKind } from "./devices.ts";
import type { Publisher } from "./publishers.ts";

export type Size = { w: number; h: number };

export type Placement = {
  /** `imp.tagid`. */
  id: string;
  sizes: Size[];
  /** The sizes of audio are those of its companion banners. */
  kind: "banner" | "video" | "native" | "audio";
  devices: DeviceKind[];
  /** OpenRTB's placement position: 1 above the fold, 3 below, 7 full screen. */
  position: 1 | 3 | 7;
  /** The viewability rate. */
  viewability: number;
  /** The click rate. */
  clickRate: number;
  floor: number;
};

type Shape = Omit<Placement, "clickRate" | "floor" | "id" | "viewability"> & {
  name: string;
  seen: number;
  /** The floor, relative to the publisher's. */
  price: number;
};

const size = (text: string): Size => {
  const [w = 0, h = 0] = text.split("x").map(Number);
  return { w, h };
};

const banner = (
  name: string,
  sizes: string,
  devices: string,
  position: Shape["position"],
  seen: number,
  price: number,
): Shape => ({
  name,
  kind: "banner",
  sizes: sizes.split(" ").map(size),
  devices: devices.split(" ") as DeviceKind[],
  position,
  seen,
  price,
});

const video = (name: string, devices: string, seen: number, price: number): Shape => ({
  ...banner(name, "640x360", devices, 1, seen, price),
  kind: "video",
});

const native = (name: string, devices: string, position: Shape["position"], seen: number, price: number): Shape => ({
  ...banner(name, "1x1", devices, position, seen, price),
  kind: "native",
  sizes: [],
});

/** What is seen of a spot is its companion banner, if anything. */
const audio = (name: string, companions: string, devices: string, price: number): Shape => ({
  ...banner(name, companions, devices, 1, 0.5, price),
  kind: "audio",
  sizes: companions === "" ? [] : companions.split(" ").map(size),
});

const onSites: Shape[] = [
  banner("top", "994x250 728x90", "computer", 1, 0.66, 1.3),
  banner("leaderboard", "728x90", "computer tablet", 1, 0.58, 0.8),
  banner("sky", "160x600", "computer", 1, 0.72, 0.9),
  banner("half-page", "300x600 160x600", "computer", 1, 0.79, 1.4),
  banner("article", "300x250", "computer smartphone tablet", 1, 0.75, 1),
  banner("article-large", "300x600 300x250", "smartphone tablet", 1, 0.73, 1.2),
  banner("foot", "300x250", "computer smartphone tablet", 3, 0.42, 0.5),
  video("player", "computer smartphone tablet", 0.8, 2.4),
  banner("phone-anchor", "320x50 300x50", "smartphone", 1, 0.86, 0.5),
  banner("phone-top", "320x100 320x50", "smartphone", 1, 0.68, 0.7),
  banner("billboard", "970x250 970x90", "computer", 1, 0.7, 1.3),
  native("feed", "computer smartphone tablet", 1, 0.7, 1.1),
];

const inApps: Shape[] = [
  banner("list", "300x250", "smartphone tablet", 1, 0.78, 1),
  banner("full", "300x600 300x250", "smartphone tablet", 7, 0.88, 1.5),
  banner("wide", "728x90", "tablet", 1, 0.7, 0.8),
  banner("anchor", "320x50", "smartphone", 1, 0.88, 0.5),
  native("stream", "smartphone tablet", 1, 0.74, 1.2),
];

const onTelevision: Shape[] = [video("break", "connected_tv", 0.96, 1)];

const onRadio: Shape[] = [audio("stream", "300x250", "computer smartphone tablet", 1)];
const inPodcasts: Shape[] = [
  audio("pre-roll", "", "smartphone tablet", 1.1),
  audio("mid-roll", "", "smartphone tablet", 1),
];

const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** A publisher's placements, with varying viewability and click rates. */
export function placementsOf(publisher: Publisher, seed: number): Placement[] {
  const random = seededRandom(seed, 7, Number(publisher.id.slice(4)));
  const shapes = { app: inApps, site: onSites, tv: onTelevision, radio: onRadio, podcast: inPodcasts }[publisher.kind];
  return shapes.map(({ name, seen, price, ...shape }) => ({
    ...shape,
    id: `${publisher.domain.replace(/\.example$/, "")}-${name}`,
    viewability: hundredths(Math.min(0.98, Math.max(0.2, seen * publisher.quality + 0.06 * random.normal()))),
    clickRate: 0.001 + 0.004 * random.number() ** 1.5,
    floor: hundredths(publisher.floor * price * (0.85 + 0.3 * random.number())),
  }));
}
