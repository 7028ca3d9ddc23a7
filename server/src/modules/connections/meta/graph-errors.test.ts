import { expect, test } from "vitest";
import { explainGraph } from "./graph-errors.ts";

const error = (code: number, more: object = {}) => ({ error: { message: "no", code, ...more } });
const meaningOf = (body: unknown, status = 400, headers: Record<string, string> = {}) =>
  explainGraph({ status, headers: new Headers(headers), body });

test.each([
  [1, "unreachable"],
  [2, "unreachable"],
  [3, "misconfigured"],
  [4, "busy"],
  [10, "refused"],
  [17, "busy"],
  [32, "busy"],
  [100, "misconfigured"],
  [101, "misconfigured"],
  [102, "expired"],
  [104, "misconfigured"],
  [190, "expired"],
  [199, "misconfigured"],
  [200, "refused"],
  [294, "misconfigured"],
  [299, "refused"],
  [300, "misconfigured"],
  [341, "busy"],
  [368, "busy"],
  [613, "busy"],
  [2635, "misconfigured"],
  [79_999, "misconfigured"],
  [80_000, "busy"],
  [80_014, "busy"],
  [80_015, "misconfigured"],
])("code %i means %s", (code, problem) => {
  expect(meaningOf(error(code))).toEqual({ problem, code: `code ${code}/0` });
});

test("a subcode tells a missing object from a wrong call", () => {
  expect(meaningOf(error(100, { error_subcode: 33 }))).toEqual({ problem: "no_account", code: "code 100/33" });
  expect(meaningOf(error(190, { error_subcode: 463 }))).toEqual({ problem: "expired", code: "code 190/463" });
});

test("an unknown code, or none, is the service's fault from status 500 on", () => {
  expect(meaningOf(error(9_999), 500).problem).toBe("unreachable");
  expect(meaningOf(error(9_999), 499).problem).toBe("misconfigured");
  expect(meaningOf("<html>", 500).problem).toBe("unreachable");
  expect(meaningOf("<html>", 502)).toEqual({ problem: "unreachable", code: "no code" });
  expect(meaningOf(null, 404)).toEqual({ problem: "misconfigured", code: "no code" });
});

test("the longest pause of a rate limit's header counts, in minutes", () => {
  const name = "x-business-use-case-usage";
  const uses = { "1": [{ estimated_time_to_regain_access: 3 }, {}], "2": [{ estimated_time_to_regain_access: 8 }] };
  const pause = (code: number, text: string) => meaningOf(error(code), 400, { [name]: text }).retryAfterMs;
  expect(pause(80_000, JSON.stringify(uses))).toBe(8 * 60_000);
  expect(pause(80_000, JSON.stringify({ "1": [{ estimated_time_to_regain_access: 0 }] }))).toBeUndefined();
  expect(pause(80_000, "no JSON")).toBeUndefined();
  expect(pause(80_000, "[]")).toBeUndefined();
  expect(pause(190, JSON.stringify(uses))).toBeUndefined();
});
