import { expect, test } from "vitest";
import { everySlot, ownPlaces, placesFor, placesInTurn, placesLostMs } from "./adjustment-slots.ts";
import { maxAdjustments } from "./pacing.ts";

const slotMs = 60_000 / (maxAdjustments - 1);
const all = Array.from({ length: placesInTurn }, (_, place) => place);
const startMs = Date.parse("2026-03-02T09:00:00.000Z");
/** The slots that a process owns from `fromMs` for a minute. */
const slotsOf = (places: ReturnType<typeof ownPlaces>, fromMs: number): number[] =>
  all.flatMap((at) => places.ownSlotAt(fromMs + Math.ceil(at * slotMs)) ?? []);

test("a minute has one slot less than the allowed adjustments, because it may overlap one more", () => {
  const slots = new Set<number>();
  for (let ms = 0; ms < 60_000; ms++) slots.add(everySlot.ownSlotAt(startMs + ms) ?? -1);
  expect(slots.size).toBeLessThanOrEqual(maxAdjustments);
  expect(slots.size).toBeGreaterThanOrEqual(maxAdjustments - 1);
});

test("a new place is used a second after it was requested, because its previous owner may have used the slot", () => {
  const places = ownPlaces();
  places.take(all, startMs);
  expect(places.ownSlotAt(startMs + 999)).toBeUndefined();
  expect(places.ownSlotAt(startMs + 1_000)).toBeTypeOf("number");
});

test("a place that is confirmed is used without a break, one that is taken away no longer", () => {
  const places = ownPlaces();
  places.take(all, startMs);
  places.take([1, 2], startMs + 30_000);
  expect(places.held(startMs + 30_000)).toEqual([1, 2]);
  const used = slotsOf(places, startMs + 30_000).map((slot) => slot % placesInTurn);
  expect([...new Set(used)].sort()).toEqual([1, 2]);
});

test("places are lost after five minutes without an answer, and are new again after that", () => {
  const places = ownPlaces();
  places.take(all, startMs);
  expect(places.ownSlotAt(startMs + 299_999)).toBeTypeOf("number");
  expect(places.ownSlotAt(startMs + 300_000)).toBeUndefined();
  expect(places.held(startMs + 300_000)).toEqual([]);
  places.take(all, startMs + 300_000);
  expect(places.ownSlotAt(startMs + 300_999)).toBeUndefined();
  expect(places.ownSlotAt(startMs + 301_000)).toBeTypeOf("number");
});

test("others get the places of a silent process only after it has stopped using them, whatever the clocks", () => {
  expect(placesLostMs).toBeGreaterThanOrEqual(300_000 + 10_000);
});

test("processes share all places evenly, and none gets one that another still holds", () => {
  const names = ["c", "a", "b"];
  const shares = names.map((name) => placesFor(name, names, new Set()));
  expect(shares.map(({ length }) => length)).toEqual([20, 20, 20]);
  expect(shares.flat().sort((a, b) => a - b)).toEqual(all);
  expect(placesFor("a", names, new Set([0, 3]))).toEqual(all.filter((place) => place % 3 === 0).slice(2));
  expect(placesFor("x", names, new Set())).toEqual([]);
});
