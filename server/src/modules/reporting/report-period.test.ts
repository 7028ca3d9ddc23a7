import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, dayIn, daysOf, reportPeriod, startOfDay } from "./report-period.ts";

const zurich = "Europe/Zurich";
const now = new Date("2026-11-21T23:30:00Z");

test("[UI-DASH-010] by default a report covers the last 30 days including today in the account's time zone", () => {
  const period = reportPeriod({}, zurich, now);
  expect([period.from, period.to]).toEqual(["2026-10-24", "2026-11-22"]);
  expect(daysOf(period)).toHaveLength(30);
  // Daylight saving time ended on 25 October, after the first day had started.
  expect(period.fromAt.toISOString()).toBe("2026-10-23T22:00:00.000Z");
  expect(period.endAt.toISOString()).toBe("2026-11-22T23:00:00.000Z");
});

test("a day starts at the zone's midnight, also around clock changes", () => {
  expect(startOfDay("2026-03-29", zurich).toISOString()).toBe("2026-03-28T23:00:00.000Z");
  expect(startOfDay("2026-03-30", zurich).toISOString()).toBe("2026-03-29T22:00:00.000Z");
  expect(startOfDay("2026-11-21", "Asia/Kolkata").toISOString()).toBe("2026-11-20T18:30:00.000Z");
  expect(startOfDay("2026-11-21", "America/New_York").toISOString()).toBe("2026-11-21T05:00:00.000Z");
});

test("every instant is in exactly the day that its zone's calendar shows", () => {
  const zones = fc.constantFrom(zurich, "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC");
  const instants = fc.date({
    min: new Date("2020-01-01T00:00:00Z"),
    max: new Date("2035-01-01T00:00:00Z"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(zones, instants, (zone, at) => {
      const day = dayIn(zone, at);
      return startOfDay(day, zone) <= at && at < startOfDay(addDays(day, 1), zone);
    }),
  );
});

test("rejects days in the wrong order and unlimited periods", () => {
  expect(() => reportPeriod({ from: "2026-02-02", to: "2026-02-01" }, zurich, now)).toThrow();
  expect(() => reportPeriod({ from: "2000-01-01", to: "2026-02-01" }, zurich, now)).toThrow();
  expect(reportPeriod({ from: "2026-02-01", to: "2026-02-01" }, zurich, now).from).toBe("2026-02-01");
});
