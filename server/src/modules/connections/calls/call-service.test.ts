import { EgressError } from "@litfass/platform/egress/egress";
import { expect, test } from "vitest";
import { z } from "zod";
import { listSearchAdAccounts } from "../google-ads/google-ads-api.ts";
import { listWebProperties } from "../google-analytics/google-analytics-api.ts";
import { exchangeToken, isGranted } from "../meta/graph-api.ts";
import { answerOf, serviceWith } from "../testing-service.ts";
import { callService } from "./call-service.ts";

const explain = () => ({ problem: "refused" as const, code: "E1" });
const call = (egress: Parameters<typeof callService>[0]) =>
  callService(egress, "https://service.example/", { schema: z.object({ a: z.number() }), explain });
const textAnswer = (status: number, text: string) => ({ ...answerOf({ status, body: null }), text: () => text });

test("a service that does not answer, or with something else than its JSON, is unreachable", async () => {
  const refused = call(async () => {
    throw new EgressError("refused");
  });
  await expect(refused).rejects.toMatchObject({ problem: "unreachable", message: "refused", retryAfterMs: null });
  const page = call(async () => textAnswer(200, "<html>"));
  await expect(page).rejects.toMatchObject({ problem: "unreachable" });
  expect(await call(async () => answerOf({ body: { a: 1 } }))).toEqual({ a: 1 });
});

test("an error without JSON is explained by its status; other faults are not the service's", async () => {
  const message = "status 502, E1: no reason given";
  await expect(call(async () => textAnswer(502, "<html>"))).rejects.toMatchObject({ problem: "refused", message });
  const broken = new TypeError("a mistake of ours");
  await expect(call(() => Promise.reject(broken))).rejects.toBe(broken);
});

test("calls have a time-out and a size limit", async () => {
  let limits: unknown;
  await call(async (_url, request) => {
    limits = request;
    return answerOf({ body: { a: 1 } });
  });
  expect(limits).toEqual({ timeoutMs: 20_000, maxBytes: 20_000_000 });
});

test("only the operator can fix a service that the installation is not configured for", async () => {
  const { platform, received } = serviceWith(() => ({ body: {} }));
  const { config } = platform;
  const without = { googleAds: null, googleAnalytics: null, meta: null };
  const bare = { ...platform, config: { ...config, providers: { ...config.providers, ...without } } };
  const misconfigured = { problem: "misconfigured" };
  await expect(listSearchAdAccounts(bare, "token")).rejects.toMatchObject(misconfigured);
  await expect(listWebProperties(bare, "token")).rejects.toMatchObject(misconfigured);
  await expect(exchangeToken(bare, "token")).rejects.toMatchObject(misconfigured);
  await expect(async () => isGranted(bare, "token", "ads_read")).rejects.toMatchObject(misconfigured);
  expect(received).toEqual([]);
});
