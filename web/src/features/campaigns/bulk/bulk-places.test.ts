import type { Location } from "@litfass/contract/targeting/targeting";
import { expect, test } from "vitest";
import { placesOf } from "./bulk-places.ts";

const place = (code: string): Location => ({ kind: "country", id: `country:${code}`, name: code, country: code });

test("customers without a place of their own run in the shared ones, each place once", () => {
  const [ch, at, de] = [place("CH"), place("AT"), place("DE")];
  expect(placesOf([ch, at], [{ location: null }, { location: de }, { location: null }])).toEqual([ch, at, de]);
  expect(placesOf([ch], [{ location: at }, { location: at }])).toEqual([at]);
  expect(placesOf([ch], [])).toEqual([]);
});
