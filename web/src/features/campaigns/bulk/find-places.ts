import { circleAround } from "@litfass/contract/targeting/circle-around";
import type { Location } from "@litfass/contract/targeting/targeting";
import { call } from "../../../api/api.ts";
import { placeName } from "../../../i18n/place-name.ts";
import { parsePlace } from "./customer-lines.ts";

/** What a typed place means: a place, or else the name of the nearest match to ask about, empty without any. */
export type FoundPlace = { location: Location } | { similar: string };

/** Finds typed places by exact name, zip code, or a circle around either. */
export async function findPlaces(texts: Iterable<string>): Promise<Map<string, FoundPlace>> {
  const found = new Map<string, FoundPlace>();
  for (const text of new Set(texts)) if (text !== "") found.set(text, await findPlace(text));
  return found;
}

async function findPlace(text: string): Promise<FoundPlace> {
  const { name, radiusKm } = parsePlace(text);
  const results = await call("searchLocations", {
    body: { q: name, ...(radiusKm !== null && { kind: centerKind(name) }) },
  });
  const [best] = results;
  if (!best) return { similar: "" };
  if (![best.name, placeName(best)].some((each) => isCalled(each, name))) return { similar: placeName(best) };
  if (radiusKm === null) return { location: best };
  if (!("latitude" in best) || radiusKm < 1 || radiusKm > 500) return { similar: "" };
  return { location: circleAround({ ...best, country: best.country ?? null }, radiusKm) };
}

const centerKind = (name: string) => (/^\d/.test(name) ? "zip" : "city");

/** "Bern" and "3011" are "Bern, Switzerland" and "3011 Bern, Switzerland". */
function isCalled(full: string, typed: string): boolean {
  const [own = ""] = full.split(",");
  const same = (a: string, b: string) => a.localeCompare(b, undefined, { sensitivity: "base" }) === 0;
  return same(full, typed) || same(own, typed) || (/^\d+$/.test(typed) && own.startsWith(`${typed} `));
}
