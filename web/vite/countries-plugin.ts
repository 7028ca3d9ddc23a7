import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { type Atlas, lighterAtlas } from "./lighter-atlas.ts";

const name = "virtual:countries";
const resolved = `\0${name}`;
/** In degrees: a few pixels on a map that is zoomed to one small country. */
const tolerance = 0.03;
const grid = 0.01;

/** Gives charts the countries of Natural Earth (50m) with as many points as they can show: less than half the bytes. */
export function countriesPlugin(): Plugin {
  return {
    name: "litfass-countries",
    resolveId: (id) => (id === name ? resolved : undefined),
    load(id) {
      if (id !== resolved) return;
      const file = fileURLToPath(import.meta.resolve("world-atlas/countries-50m.json"));
      const atlas = JSON.parse(readFileSync(file, "utf8")) as Atlas;
      return `export const atlas = JSON.parse(${JSON.stringify(JSON.stringify(lighterAtlas(atlas, tolerance, grid)))});`;
    },
  };
}
