import type { CampaignHealth, HealthVerdict } from "@litfass/contract/reporting/campaign-overview";
import { coversDay } from "@litfass/contract/reporting/campaign-overview";
import { expect, test } from "vitest";
import { isFirstRun, reportState, shownShare } from "./report-state.ts";

const today = "2026-03-02";
const health = (verdict: HealthVerdict): CampaignHealth => ({
  verdict,
  since: null,
  share_percent: null,
  narrowest: null,
  reason: null,
  remedy: null,
});
const active = (state: "delivering" | "waiting" | "in_review" | "rejected", start_on = "2026-03-01") => ({
  status: "ACTIVE" as const,
  start_on,
  delivery: { state, reason: null },
});

test("a running campaign has the state of its health, and shows running until that is loaded", () => {
  expect(reportState(active("delivering"), health("behind"), today)).toBe("behind");
  expect(reportState(active("waiting"), health("waiting"), today)).toBe("waiting");
  expect(reportState(active("delivering"), undefined, today)).toBe("running");
});

test("review and period take precedence over health", () => {
  expect(reportState(active("in_review"), health("behind"), today)).toBe("in_review");
  expect(reportState(active("rejected"), health("behind"), today)).toBe("rejected");
  expect(reportState(active("waiting", "2026-03-05"), health("stopped"), today)).toBe("starts");
});

test("a campaign that does not run has the state of its status", () => {
  const of = (status: "DRAFT" | "PAUSED" | "ENDED" | "ARCHIVED") =>
    reportState({ ...active("delivering"), status }, health("stopped"), today);
  expect([of("DRAFT"), of("PAUSED"), of("ENDED"), of("ARCHIVED")]).toEqual(["draft", "paused", "ended", "archived"]);
});

test("the evaluated time counts as the last 24 hours from 23 hours on", () => {
  const now = Date.parse("2026-03-02T12:00:00Z");
  expect(coversDay("2026-03-01T13:00:00Z", now)).toBe(true);
  expect(coversDay("2026-03-01T13:30:00Z", now)).toBe(false);
});

test("a share just below the limit is not displayed as the limit", () => {
  expect([shownShare(89.6), shownShare(90), shownShare(104.2)]).toEqual([89, 90, 100]);
});

test("the first run begins with the activation or the first day, not with a resumption or a new budget", () => {
  const campaign = { activated_at: "2026-03-01T09:00:00Z", start_on: "2026-03-01" };
  expect(isFirstRun(campaign, "2026-03-01T09:00:00.250Z")).toBe(true);
  expect(isFirstRun(campaign, "2026-03-01T15:00:00Z")).toBe(false);
  // Midnight in Zurich of a first day that comes later.
  expect(isFirstRun({ ...campaign, start_on: "2026-03-05" }, "2026-03-04T23:00:00Z")).toBe(true);
  expect(isFirstRun({ ...campaign, start_on: "2026-03-05" }, "2026-03-04T23:10:00Z")).toBe(false);
});
