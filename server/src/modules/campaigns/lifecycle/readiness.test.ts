import { expect, test } from "vitest";
import { type ReadinessFacts, readinessIssues } from "./readiness.ts";

const ready: ReadinessFacts = {
  name: "Sunday Zopf",
  categories: ["IAB8"],
  refusedLine: null,
  language: "de",
  locations: 1,
  hasOnlyClosedDeals: false,
  totalBudgetMicros: 500_000_000n,
  startOn: "2026-03-01",
  endOn: "2026-03-31",
  destinationUrl: "https://brothaus.example",
  creatives: { chosen: 5, unfilled: [] },
  media: null,
  today: "2026-03-01",
  balanceMicros: 500_000_000n,
  hasSubscription: false,
  feed: null,
  landing: null,
  ownerFilled: true,
  ownerAcceptedTerms: true,
};
const codes = (facts: Partial<ReadinessFacts>) =>
  readinessIssues({ ...ready, ...facts }, "en").map((point) => `${point.step}:${point.code}`);

test("a complete campaign has no readiness issue", () => {
  expect(codes({})).toEqual([]);
  expect(codes({ balanceMicros: 0n, hasSubscription: true })).toEqual([]);
});

test("each issue is listed with the step that solves it", () => {
  expect(codes({ categories: [] })).toEqual(["basic:categories_missing"]);
  expect(codes({ language: null })).toEqual(["basic:language_missing"]);
  expect(codes({ locations: 0 })).toEqual(["targeting:locations_missing"]);
  expect(codes({ hasOnlyClosedDeals: true })).toEqual(["targeting:deals_closed"]);
  expect(codes({ totalBudgetMicros: 0n })).toEqual(["budget:budget_missing"]);
  expect(codes({ startOn: null })).toEqual(["budget:period_missing"]);
  expect(codes({ endOn: "2026-02-28" })).toEqual(["budget:period_past"]);
  expect(codes({ creatives: { chosen: 0, unfilled: [] } })).toEqual(["template:creatives_missing"]);
  expect(codes({ creatives: { chosen: 5, unfilled: ["Title"] } })).toEqual(["customise:creatives_unfilled"]);
  const noBanners = { creatives: { chosen: 0, unfilled: [] } };
  expect(codes({ ...noBanners, media: { kind: "video", state: "missing" } })).toEqual(["template:video_missing"]);
  expect(codes({ ...noBanners, media: { kind: "video", state: "converting" } })).toEqual(["template:video_converting"]);
  expect(codes({ ...noBanners, media: { kind: "video", state: "failed" } })).toEqual(["template:video_failed"]);
  expect(codes({ ...noBanners, media: { kind: "video", state: "ready" } })).toEqual([]);
  expect(codes({ ...noBanners, media: { kind: "audio", state: "missing" } })).toEqual(["template:audio_missing"]);
  expect(codes({ ...noBanners, media: { kind: "audio", state: "ready" } })).toEqual([]);
  const unfilled = { creatives: { chosen: 1, unfilled: ["Title"] } };
  expect(codes({ ...unfilled, media: { kind: "audio", state: "ready" } })).toEqual(["customise:creatives_unfilled"]);
  expect(codes({ destinationUrl: null })).toEqual(["link:destination_missing"]);
  expect(codes({ balanceMicros: 499_999_999n })).toEqual(["preview:balance_short"]);
  expect(codes({ ownerFilled: false })).toEqual(["preview:profile_incomplete"]);
  expect(codes({ ownerAcceptedTerms: false })).toEqual(["preview:terms_missing"]);
});

test("an empty draft has all issues at once, in the given language", () => {
  const empty = readinessIssues(
    { ...ready, categories: [], language: null, locations: 0, totalBudgetMicros: null, destinationUrl: null },
    "de",
  );
  expect(empty.map((point) => point.message)).toEqual([
    "Wählen Sie mindestens eine Kategorie.",
    "Wählen Sie die Sprache der Zielgruppe.",
    "Wählen Sie mindestens einen Ort.",
    "Setzen Sie ein Budget über 0.",
    "Geben Sie den Link an, zu dem Ihre Banner führen.",
  ]);
});
