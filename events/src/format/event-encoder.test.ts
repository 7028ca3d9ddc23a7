import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sampleEvent } from "../testing/sample-event.ts";
import { EventsUnreadable, eventsOf, readEventColumns } from "./event-columns.ts";
import { EventEncoder } from "./event-encoder.ts";
import { costNumbers, costWords, feeNumbers, heldFlag, kinds, numbers, texts, words } from "./event-fields.ts";

const anyWord = fc.oneof(fc.constantFrom("", "CH", "Zürich"), fc.string());
const costFields = {
  ...Object.fromEntries(costNumbers.map((field) => [field, fc.maxSafeNat()])),
  ...Object.fromEntries(costWords.map((field) => [field, anyWord])),
};
const noFees = Object.fromEntries(feeNumbers.map((field) => [field, 0]));
const someFees = Object.fromEntries(feeNumbers.map((field) => [field, fc.maxSafeNat()]));
const baseFields = {
  at: fc
    .date({ min: new Date("1970-01-01"), max: new Date("2200-01-01"), noInvalidDate: true })
    .map((at) => at.toISOString()),
  ...Object.fromEntries(numbers.map((field) => [field, fc.maxSafeNat()])),
  ...Object.fromEntries(words.map((field) => [field, anyWord])),
  ...Object.fromEntries(texts.map((field) => [field, fc.string({ unit: "grapheme" })])),
  deal: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
};
const anyEvent = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom(...kinds.filter((kind) => kind !== "cost")), ...baseFields }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("bill"), ...baseFields, held_micros: fc.maxSafeNat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("win"), ...baseFields, won_micros: fc.maxSafeNat() }) },
  {
    weight: 1,
    arbitrary: fc
      .record({ kind: fc.constant("cost"), ...baseFields, ...costFields })
      .map((cost) => ({ ...cost, ...noFees })),
  },
  {
    weight: 1,
    arbitrary: fc.record(
      { kind: fc.constant("cost"), ...baseFields, ...costFields, ...someFees, held_micros: fc.maxSafeNat() },
      { requiredKeys: ["kind", ...Object.keys({ ...baseFields, ...costFields, ...someFees })] as never[] },
    ),
  },
) as unknown as fc.Arbitrary<NewAdEvent>;

const journalled = (events: NewAdEvent[]) => events.map((event, at) => ({ process: "p", sequence: 7 + at, ...event }));

test("Written events are read group by group, and a failed group leaves nothing", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.array(anyEvent, { maxLength: 5 }), fc.boolean())), (groups) => {
      const encoder = new EventEncoder();
      const parts: Buffer[] = [];
      const kept: NewAdEvent[] = [];
      for (const [events, isRefused] of groups) {
        for (const event of events) encoder.add(event);
        if (isRefused) {
          encoder.forget();
          continue;
        }
        parts.push(Buffer.from(encoder.take()));
        encoder.keep();
        kept.push(...events);
      }
      const columns = readEventColumns(Buffer.concat(parts), kept.length);
      expect([...eventsOf(columns, "p", 7)]).toEqual(journalled(kept));
    }),
  );
});

test("Segments written before costs were recorded are read", () => {
  const stored = Buffer.from(
    "AwCw13KNynlCB6jDAQAHc2FuZGJveAABMQAHb3duZXItMQAkOGQyYjdjMWUtNWEwZi00YTU3LTlkNTUtMmY2ZjJmMWYwYTAxAAczMDB4MjUw" +
      "AA96ZWl0dW5nLmV4YW1wbGUABHNpdGUAAkNIAAVDSC1aSAAHWsO8cmljaAAKc21hcnRwaG9uZQAGY2hyb21lAAJkZQADQ0hGAAdsZWFzZS0x" +
      "AAABYQALALDXco3KeUIHAAECAwQFBgcICQoLDA0ODwAKcGxheWVyXzQwNQFiAXY=",
    "base64",
  );
  const failed = { kind: "video_error", invalid: "player_405", charge_micros: 0, auction_id: "b", visitor_key: "v" };
  const events = [sampleEvent({ visitor_key: "" }), sampleEvent(failed as Partial<NewAdEvent>)];
  expect([...eventsOf(readEventColumns(stored, 2), "p", 7)]).toEqual(journalled(events));
});

test("Segments written before measured impressions were recorded are read", () => {
  const stored = Buffer.from(
    "BACw13KNynlCBwAAB3NhbmRib3gAATEAB293bmVyLTEAJDhkMmI3YzFlLTVhMGYtNGE1Ny05ZDU1LTJmNmYyZjFmMGEwMQAHMzAweDI1MAAPemVp" +
      "dHVuZy5leGFtcGxlAARzaXRlAAJDSAAFQ0gtWkgAB1rDvHJpY2gACnNtYXJ0cGhvbmUABmNocm9tZQACZGUAA0NIRgAHbGVhc2UtMQAAAWEADACw" +
      "13KNynlCBwABAgMEBQYHCAkKCwwNDg8QAWEAAwIAA0VVUg==",
    "base64",
  );
  const cost = { kind: "cost", media_cost_micros: 3, clearing_micros: 2, clearing_currency: "EUR" } as const;
  const events = [{ kind: "viewable" } as const, cost].map((change) =>
    sampleEvent({ ...change, ...(change.kind === "cost" && noFees), charge_micros: 0, visitor_key: "" }),
  );
  expect([...eventsOf(readEventColumns(stored, 2), "p", 7)]).toEqual(journalled(events));
});

test("An invalid event is rejected without affecting others", () => {
  const [good, last] = fc.sample(anyEvent, 2) as [NewAdEvent, NewAdEvent];
  const encoder = new EventEncoder();
  encoder.add(good);
  const bad = { ...good, owner_uid: "someone new" };
  expect(() => encoder.add({ ...bad, at: "yesterday" })).toThrow(RangeError);
  expect(() => encoder.add({ ...bad, auction_id: "x".repeat(70_000) })).toThrow("longer than");
  expect(() => encoder.add({ ...bad, charge_micros: 0.5 })).toThrow("no count");
  const impression = { ...bad, kind: "impression", held_micros: 1 } as const;
  expect(() => encoder.add({ ...bad, kind: "win", held_micros: 1 })).toThrow("has no held_micros");
  expect(() => encoder.add({ ...bad, kind: "bill", held_micros: 2, won_micros: 1 })).toThrow("has no won_micros");
  expect(() => encoder.add(impression)).toThrow("has no held_micros");
  encoder.add(last);
  expect([...eventsOf(readEventColumns(encoder.take(), 2), "p", 7)]).toEqual(journalled([good, last]));
});

test("A held charge on an event of another kind is rejected", () => {
  const encoder = new EventEncoder();
  encoder.add(sampleEvent({ kind: "bill", charge_micros: 0, held_micros: 25_000 }));
  const bytes = Buffer.from(encoder.take());
  expect(readEventColumns(bytes, 1).numbers.held_micros[0]).toBe(25_000);
  bytes[0] = kinds.indexOf("impression") | heldFlag;
  expect(() => readEventColumns(bytes, 1)).toThrow(EventsUnreadable);
});

test("Truncated or random bytes are rejected and never read past their end", () => {
  const encoder = new EventEncoder();
  for (const event of fc.sample(anyEvent, 3)) encoder.add(event);
  const bytes = Buffer.from(encoder.take());
  fc.assert(
    fc.property(fc.nat({ max: bytes.length - 1 }), (cut) => {
      expect(() => readEventColumns(bytes.subarray(0, cut), 3)).toThrow(EventsUnreadable);
    }),
  );
  expect(() => readEventColumns(bytes, 2)).toThrow(EventsUnreadable);
  expect(() => readEventColumns(bytes, 4)).toThrow(EventsUnreadable);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 1, max: 9 }), (made, events) => {
      try {
        return readEventColumns(Buffer.from(made), events).events === events;
      } catch (error) {
        return error instanceof EventsUnreadable;
      }
    }),
    { examples: [[Uint8Array.from(Array(40).fill(0xff)), 1]] },
  );
});
