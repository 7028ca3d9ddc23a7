import type { TrafficSample } from "@litfass/adserver/index";
import { expect, test } from "vitest";
import { categoryTraffic } from "./category-traffic.ts";

const requestsOf = (count: number, categories: string[]) =>
  Array.from({ length: count }, () => ({ categories })) as TrafficSample["requests"];

test("requests count once for each category of the page and those above", () => {
  const requests = [...requestsOf(500, ["IAB8-9", "IAB8-5"]), ...requestsOf(250, ["IAB19"]), ...requestsOf(250, [])];
  expect(categoryTraffic({ requests, perDay: 10_000 })).toEqual([
    { target_option_id: "IAB8-9", requests_per_day: 5000 },
    { target_option_id: "IAB8", requests_per_day: 5000 },
    { target_option_id: "IAB8-5", requests_per_day: 5000 },
    { target_option_id: "IAB19", requests_per_day: 2500 },
  ]);
});

test("a small sample says nothing about categories", () => {
  expect(categoryTraffic({ requests: requestsOf(999, ["IAB8"]), perDay: 10_000 })).toEqual([]);
});
