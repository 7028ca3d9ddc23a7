import type { Location } from "@litfass/contract/targeting/targeting";
import { packStrings } from "./packed-strings.ts";

/** A place as it is listed, with its own name; a city's and a code's point is in degrees. */
export type Place = {
  kind: "country" | "region" | "city" | "zip";
  id: string;
  name: string;
  country: string;
  region: string | null;
  point: { latitude: number; longitude: number } | null;
  /** Larger ones are found first; a city's is its population. */
  weight: number;
};

/** Places in columns, because as objects they would take a tenth of a gigabyte. */
export type PlaceTable = {
  readonly length: number;
  kindAt(index: number): Place["kind"];
  countryAt(index: number): string;
  weightAt(index: number): number;
  /** The point of a city or code; NaN for others. */
  latitudeAt(index: number): number;
  longitudeAt(index: number): number;
  placeAt(index: number): Place;
};

const kinds: readonly Place["kind"][] = ["country", "region", "city", "zip"];

export function placeTable(places: readonly Place[]): PlaceTable {
  const names = packStrings(places.map(({ name }) => name));
  const ids = packStrings(places.map(({ id }) => id));
  const kindOf = Uint8Array.from(places, ({ kind }) => kinds.indexOf(kind));
  const countries = codeColumn(places.map(({ country }) => country));
  const regions = codeColumn(places.map(({ region }) => region ?? ""));
  const latitudes = Float64Array.from(places, ({ point }) => point?.latitude ?? Number.NaN);
  const longitudes = Float64Array.from(places, ({ point }) => point?.longitude ?? Number.NaN);
  const weights = Float64Array.from(places, ({ weight }) => weight);
  const table: PlaceTable = {
    length: places.length,
    kindAt: (index) => cell(kinds, cell(kindOf, index)),
    countryAt: countries,
    weightAt: (index) => cell(weights, index),
    latitudeAt: (index) => cell(latitudes, index),
    longitudeAt: (index) => cell(longitudes, index),
    placeAt(index) {
      const latitude = table.latitudeAt(index);
      return {
        kind: table.kindAt(index),
        id: ids.at(index),
        name: names.at(index),
        country: countries(index),
        region: regions(index) || null,
        point: Number.isNaN(latitude) ? null : { latitude, longitude: table.longitudeAt(index) },
        weight: table.weightAt(index),
      };
    },
  };
  return table;
}

/** A column of few distinct codes. */
function codeColumn(codes: readonly string[]): (index: number) => string {
  const numbers = new Map<string, number>();
  const column = Uint16Array.from(codes, (code) => {
    const number = numbers.get(code) ?? numbers.size;
    numbers.set(code, number);
    return number;
  });
  const distinct = [...numbers.keys()];
  return (index) => cell(distinct, cell(column, index));
}

function cell<Value>(column: { readonly [index: number]: Value; readonly length: number }, index: number): Value {
  const value = column[index];
  if (value === undefined) throw new RangeError(`There are ${column.length} places, none at ${index}`);
  return value;
}

/** A place as a campaign targets it. `countryName` is the country's English name. */
export function locationOf({ kind, id, name, country, region, point }: Place, countryName: string): Location {
  if (kind === "country") return { kind, id, name, country };
  const fullName = `${name}, ${countryName}`;
  if (point === null) return { kind: "region", id, name: fullName, country };
  if (kind === "zip") return { kind, id, name: fullName, country, ...point };
  return { kind: "city", id, name: fullName, country, region, ...point };
}
