import type { Location } from "@litfass/contract/targeting/targeting";
import i18next from "i18next";
import { afterAll, beforeAll, expect, test } from "vitest";
import { placeName, placeNames } from "./place-name.ts";

const at = { latitude: 46.2, longitude: 6.14 };
const geneva: Location = { kind: "city", id: "city:2660646", name: "Geneva, Switzerland", country: "CH", ...at };
const circle: Location = {
  ...{ kind: "radius", id: "radius:46.2:6.14:30", name: "Geneva, 30 km", country: "CH", radius_km: 30 },
  ...at,
};
const point: Location = { ...circle, name: "46.200, 6.140, 30 km", country: null };
const canton: Location = { kind: "region", id: "region:CH-ZH", name: "Zürich, Switzerland", country: "CH" };
const zip: Location = { kind: "zip", id: "zip:CH:3011", name: "3011 Bern, Switzerland", country: "CH", ...at };
const country: Location = { kind: "country", id: "country:CH", name: "Switzerland", country: "CH" };

beforeAll(() => i18next.init({ lng: "en", resources: {} }));
afterAll(() => i18next.changeLanguage("en"));

test.each([
  ["en", "Geneva, Switzerland", "Geneva, 30 km", "Zurich, Switzerland", "3011 Bern, Switzerland", "Switzerland"],
  ["de", "Genf, Schweiz", "Genf, 30 km", "Zürich, Schweiz", "3011 Bern, Schweiz", "Schweiz"],
  ["fr", "Genève, Suisse", "Genève, 30 km", "Zurich, Suisse", "3011 Bern, Suisse", "Suisse"],
  ["it", "Ginevra, Svizzera", "Ginevra, 30 km", "Zurigo, Svizzera", "3011 Bern, Svizzera", "Svizzera"],
])("places are named in %s", async (lang, ...expected) => {
  await i18next.changeLanguage(lang);
  expect([geneva, circle, canton, zip, country].map(placeName)).toEqual(expected);
  expect(placeName(point)).toBe("46.200, 6.140, 30 km");
  expect(placeNames([geneva, country])).toBe(`${expected[0]}; ${expected[4]}`);
});
