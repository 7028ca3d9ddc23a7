import type { Location } from "@litfass/contract/targeting/targeting";
import { type PackedStrings, packStrings, readStrings } from "./packed-strings.ts";

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

/** Places in columns, because as objects they would take a tenth of a gigabyte; a worker thread can send them. */
export type PlaceColumns = {
  names: PackedStrings;
  ids: PackedStrings;
  kinds: Uint8Array;
  countries: CodeColumn;
  regions: CodeColumn;
  latitudes: Float64Array;
  longitudes: Float64Array;
  weights: Float64Array;
};

/** A column of few distinct codes, each by its index. */
type CodeColumn = { distinct: string[]; codes: Uint16Array };

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

export const placeColumns = (places: readonly Place[]): PlaceColumns => ({
  names: packStrings(places.map(({ name }) => name)),
  ids: packStrings(places.map(({ id }) => id)),
  kinds: Uint8Array.from(places, ({ kind }) => kinds.indexOf(kind)),
  countries: codeColumn(places.map(({ country }) => country)),
  regions: codeColumn(places.map(({ region }) => region ?? "")),
  latitudes: Float64Array.from(places, ({ point }) => point?.latitude ?? Number.NaN),
  longitudes: Float64Array.from(places, ({ point }) => point?.longitude ?? Number.NaN),
  weights: Float64Array.from(places, ({ weight }) => weight),
});

export function placeTable(columns: PlaceColumns): PlaceTable {
  const names = readStrings(columns.names);
  const ids = readStrings(columns.ids);
  const countries = codeReader(columns.countries);
  const regions = codeReader(columns.regions);
  const table: PlaceTable = {
    length: columns.weights.length,
    kindAt: (index) => cell(kinds, cell(columns.kinds, index)),
    countryAt: countries,
    weightAt: (index) => cell(columns.weights, index),
    latitudeAt: (index) => cell(columns.latitudes, index),
    longitudeAt: (index) => cell(columns.longitudes, index),
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

function codeColumn(texts: readonly string[]): CodeColumn {
  const numbers = new Map<string, number>();
  const codes = Uint16Array.from(texts, (text) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  });
  return { distinct: [...numbers.keys()], codes };
}

const codeReader =
  ({ distinct, codes }: CodeColumn): ((index: number) => string) =>
  (index) =>
    cell(distinct, cell(codes, index));

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
