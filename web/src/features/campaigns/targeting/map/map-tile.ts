import type { Language } from "@litfass/contract/kernel/language";

/** The names of a town in the languages in which they differ from the local one. */
export type TownNames = Partial<Record<Language, string>>;

/** Ground of the built-in map: SVG paths and towns in units of 1/2048 of the tile's edge. */
export type MapTile = {
  land: string;
  lakes: string;
  borders: string;
  /** Lines between cantons or states. */
  regions: string;
  /** Largest first; population in thousands. */
  towns: [name: string, x: number, y: number, population: number, names?: TownNames][];
};
