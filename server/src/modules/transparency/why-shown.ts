import type { AdToken } from "@litfass/adserver/index";
import type { SnapshotTargeting } from "@litfass/contract/adserver/snapshot";
import type { Language } from "@litfass/contract/kernel/language";
import { categoryNames, cityName, demographics, householdIncomeOptions, regionName } from "../targeting/index.ts";
import type { ShownAd } from "./read-ad.ts";
import { t } from "./texts.ts";

const maxNamed = 6;
const devices = ["smartphone", "computer", "tablet", "connected_tv"] as const;

/**
 * Why this visitor saw this ad, in sentences: the main parameters that decided, and nothing about other people (Digital
 * Services Act, article 26). Only settings that restrict the campaign are named.
 */
export function whyShown({ token, campaign }: ShownAd, lang: Language): string[] {
  const { targeting } = campaign;
  const reasons = [t(lang, token.site === "" ? "why.auction" : "why.site", { site: token.site })];
  const places = placesOf(targeting, lang);
  if (places.length > 0) reasons.push(placeReason(places, token, lang));
  if (targeting.categories.length > 0) {
    reasons.push(t(lang, "why.topics", { topics: listed(categoryNames(targeting.categories, lang), lang) }));
  }
  if (targeting.keywords.length > 0) reasons.push(t(lang, "why.keywords"));
  if (targeting.siteAllow.length > 0) reasons.push(t(lang, "why.sites"));
  if (targeting.devices.length > 0) {
    const chosen = devices.filter((device) => targeting.devices.includes(device));
    reasons.push(
      t(lang, "why.devices", {
        devices: listed(
          chosen.map((device) => t(lang, `device.${device}`)),
          lang,
        ),
      }),
    );
  }
  if (targeting.browsers.length > 0) reasons.push(t(lang, "why.browsers"));
  if (targeting.languages.length > 0) {
    const names = new Intl.DisplayNames(lang, { type: "language" });
    const languages = targeting.languages.map((language) => names.of(language) ?? language);
    reasons.push(t(lang, "why.languages", { languages: listed(languages, lang) }));
  }
  if (targeting.hours.length > 0) reasons.push(t(lang, "why.hours"));
  const people = peopleOf(targeting, lang);
  if (people.length > 0) reasons.push(t(lang, "why.people", { people: listed(people, lang) }));
  if (targeting.audiences.length > 0) reasons.push(t(lang, "why.audiences"));
  if (targeting.remarketing) reasons.push(t(lang, "why.remarketing"));
  reasons.push(t(lang, token.visitorKey === "" ? "why.unrecognized" : "why.recognized"));
  return reasons;
}

const listed = (names: readonly string[], lang: Language): string => {
  const named = names.slice(0, maxNamed);
  const rest = names.length - named.length;
  const all = rest > 0 ? [...named, t(lang, "list.more", { count: rest })] : named;
  return new Intl.ListFormat(lang, { type: "conjunction" }).format(all);
};

const countryName = (code: string, lang: Language): string =>
  new Intl.DisplayNames(lang, { type: "region", fallback: "code" }).of(code) ?? code;

function placesOf({ countries, regions, cities, zips, radii }: SnapshotTargeting, lang: Language): string[] {
  return [
    ...countries.map((code) => countryName(code, lang)),
    ...regions.map((code) => regionName(code, lang)),
    ...cities.map(({ country, name }) => cityName(country, name, lang)),
    ...zips,
    ...(radii.length > 0 ? [t(lang, "place.radius")] : []),
  ];
}

/** Names the places that the advertiser chose, and the one that the request stated. */
function placeReason(places: string[], { country, region, city }: AdToken, lang: Language): string {
  const chosen = t(lang, "why.places", { places: listed(places, lang) });
  if (country === "") return chosen;
  const here = [
    ...(city === "" ? [] : [cityName(country, city, lang)]),
    ...(region === "" ? [] : [regionName(region.includes("-") ? region : `${country}-${region}`, lang)]),
    countryName(country, lang),
  ];
  return `${chosen} ${t(lang, "why.here", { here: [...new Set(here)].join(", ") })}`;
}

function peopleOf({ ages, genders, parental, incomes }: SnapshotTargeting, lang: Language): string[] {
  const options = demographics(lang);
  const textsOf = (all: { value: string; text: string }[], chosen: string[]): string[] =>
    all.filter(({ value }) => value !== "unknown" && chosen.includes(value)).map(({ text }) => text);
  return [
    ...textsOf(options.ageRanges, ages).map((age) => t(lang, "people.age", { age })),
    ...textsOf(options.genders, genders),
    ...textsOf(options.parentalStatuses, parental),
    ...textsOf(householdIncomeOptions(lang), incomes).map((income) => t(lang, "people.income", { income })),
  ];
}
