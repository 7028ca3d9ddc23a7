import { expect, test } from "vitest";
import { testAdServer, testSnapshot } from "../../testing/testing-ad-server.ts";
import { newPace } from "./pacing.ts";
import { pace, pacingInParts } from "./pacing-loop.ts";

const startMs = Date.parse("2026-03-01T23:00:00.000Z");
const endMs = Date.parse("2026-03-31T22:00:00.000Z");
const dayMs = 86_400_000;

/** A campaign with a lease for the day of an instant, whose plan is not made yet. */
function campaignAt(nowMs: number, dayOn: string) {
  const { engine, clock } = testAdServer([testSnapshot()]);
  clock.set(new Date(nowMs));
  const state = engine.states.get(1)!;
  state.pace = newPace(nowMs, 25_000);
  const lease = engine.leases.current.get(1)!;
  lease.dayOn = dayOn;
  return { engine, clock, state, lease };
}

test("a plan exists from the first to the last instant of the campaign, after its first lease", () => {
  const planAt = (nowMs: number, dayOn: string, evenDayMicros?: number) => {
    const { engine, state } = campaignAt(nowMs, dayOn);
    state.evenDayMicros = evenDayMicros ?? state.evenDayMicros;
    pace(engine);
    return state.pace.plan;
  };
  expect(planAt(startMs, "2026-03-02")).toMatchObject({
    ...{ dayOn: "2026-03-02", anchorMs: startMs, anchorMicros: 0, untilMs: startMs + dayMs },
    plannedMs: startMs + 0.97 * dayMs,
  });
  expect(planAt(startMs - 1, "2026-03-01")).toBeUndefined();
  expect(planAt(endMs - 1, "2026-03-31")?.untilMs).toBe(endMs);
  expect(planAt(endMs, "2026-04-01")).toBeUndefined();
  expect(planAt(startMs, "2026-03-02", 0)).toBeUndefined();
  // The lease is of another day.
  expect(planAt(startMs, "2026-03-01")).toBeUndefined();
});

test("a plan ends with its day, and the next one begins with the next lease at what was spent by then", () => {
  const { engine, clock, state, lease } = campaignAt(startMs, "2026-03-02");
  pace(engine);
  const first = state.pace.plan;
  clock.set(new Date(startMs + dayMs - 1));
  pace(engine);
  expect(state.pace.plan).toBe(first);
  clock.set(new Date(startMs + dayMs));
  pace(engine);
  expect(state.pace.plan).toBeUndefined();
  Object.assign(lease, { dayOn: "2026-03-03", consumedMicros: 77 });
  pace(engine);
  expect(state.pace.plan).toMatchObject({ dayOn: "2026-03-03", anchorMs: startMs + dayMs, anchorMicros: 77 });
  engine.leases.current.delete(1);
  pace(engine);
  expect(state.pace.plan?.dayOn).toBe("2026-03-03");
  clock.set(new Date(startMs + 2 * dayMs));
  pace(engine);
  expect(state.pace.plan).toBeUndefined();
});

const manyCampaigns = (length: number) =>
  testAdServer(Array.from({ length }, (_, at) => testSnapshot({ campaignId: at + 1 })));

test("a step of a few campaigns is one part", () => {
  const { engine, clock } = manyCampaigns(200);
  clock.advance(1_000);
  expect(pacingInParts(engine)()).toBe(400);
  const nowMs = clock.now().getTime();
  expect([...engine.states.values()].every(({ pace: { lastTickMs } }) => lastTickMs === nowMs)).toBe(true);
});

test("eight parts pace every campaign that is live once", () => {
  const { engine, clock } = manyCampaigns(201);
  const lastTicks = () => [...engine.states.values()].map(({ pace: { lastTickMs } }) => lastTickMs);
  const before = lastTicks();
  engine.states.get(3)!.isLive = false;
  clock.advance(1_000);
  const next = pacingInParts(engine);
  const nowMs = clock.now().getTime();
  const paced = (): number => lastTicks().filter((at) => at === nowMs).length;
  const counts = Array.from({ length: 8 }, () => {
    expect(next()).toBe(50);
    return paced();
  });
  expect(counts.at(-1)).toBe(200);
  expect(counts.every((count, at) => at === 0 || count - (counts[at - 1] ?? 0) <= 26)).toBe(true);
  expect(engine.states.get(3)!.pace.lastTickMs).toBe(before[2]);
  clock.advance(1_000);
  next();
  expect(lastTicks().filter((at) => at === clock.now().getTime()).length).toBe(counts[0]);
});
