import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { graphFailure, type Received, type Reply, serviceWith } from "../testing-service.ts";
import { readSocialAds } from "./social-ads.ts";

const days = { from: "2026-11-01", to: "2026-11-02" };
const insight = (id: string, spend: string, more: object = {}) => ({
  campaign_id: id,
  campaign_name: `Campaign ${id}`,
  impressions: "1000",
  clicks: "12",
  spend,
  date_start: "2026-11-01",
  date_stop: "2026-11-01",
  ...more,
});
const accounts: Reply = {
  body: {
    data: [{ id: "act_1", name: "Own Ads", currency: "CHF" }],
    paging: { cursors: { before: "b", after: "a" } },
  },
};
const permissions = (status: string): Reply => ({ body: { data: [{ permission: "ads_read", status }] } });
const endOf = ({ url }: Received): string => url.pathname.split("/").at(-1) ?? "";

test("reads every page of figures by cursor, with the API version and the app's proof", async () => {
  const { platform, received } = serviceWith((request) => {
    if (endOf(request) === "adaccounts") return accounts;
    return request.url.searchParams.get("after") === "more"
      ? { body: { data: [insight("2", "0.5")], paging: { cursors: { before: "more", after: "end" } } } }
      : {
          body: {
            data: [insight("1", "12.34")],
            paging: { cursors: { before: "x", after: "more" }, next: "https://graph.facebook.com/v25.0/next" },
          },
        };
  });
  const { rows, gaps } = await readSocialAds(platform, "user-token", days);
  expect(gaps).toEqual([]);
  expect(rows.map(({ campaignId, costMicros }) => [campaignId, costMicros])).toEqual([
    ["1", 12_340_000n],
    ["2", 500_000n],
  ]);
  expect(rows[0]).toMatchObject({ account: "Own Ads", currency: "CHF", impressions: 1000, clicks: 12 });
  expect(received.map(({ url }) => `${url.origin}${url.pathname}`)).toEqual([
    "https://graph.facebook.com/v25.0/me/adaccounts",
    "https://graph.facebook.com/v25.0/act_1/insights",
    "https://graph.facebook.com/v25.0/act_1/insights",
  ]);
  const proof = createHmac("sha256", "app-secret").update("user-token").digest("hex");
  for (const { url } of received) {
    expect(url.searchParams.get("access_token")).toBe("user-token");
    expect(url.searchParams.get("appsecret_proof")).toBe(proof);
  }
});

test("reads ad accounts from every page", async () => {
  const { platform } = serviceWith((request) => {
    if (endOf(request) === "insights") return { body: { data: [insight("1", "1")] } };
    return request.url.searchParams.get("after") === "a"
      ? { body: { data: [{ id: "act_2", name: "Second", currency: "EUR" }] } }
      : { body: { ...(accounts.body as object), paging: { cursors: { after: "a" }, next: "https://more" } } };
  });
  const { rows } = await readSocialAds(platform, "user-token", days);
  expect(rows.map(({ account, currency }) => [account, currency])).toEqual([
    ["Own Ads", "CHF"],
    ["Second", "EUR"],
  ]);
});

test("a deleted account is a named gap beside the others", async () => {
  const { platform } = serviceWith((request) => {
    if (endOf(request) === "adaccounts") {
      const second = { id: "act_2", name: "Gone", currency: "CHF" };
      return { body: { data: [...(accounts.body as { data: object[] }).data, second] } };
    }
    return request.url.pathname.includes("act_2")
      ? graphFailure(100, { error_subcode: 33 })
      : { body: { data: [insight("1", "1")] } };
  });
  const { rows, gaps } = await readSocialAds(platform, "user-token", days);
  expect(rows).toHaveLength(1);
  expect(gaps).toEqual([{ account: "Gone", reason: "no_account" }]);
});

test.for<[string, number, string]>([
  ["an invalid token", 190, "expired"],
  ["an ended session", 102, "expired"],
  ["a version that was retired", 2635, "misconfigured"],
  ["a wrong proof", 100, "misconfigured"],
  ["an app without access to the Marketing API", 294, "misconfigured"],
  ["the app's limit", 4, "busy"],
  ["the user's limit", 17, "busy"],
  ["the account's limit", 613, "busy"],
  ["the limit of ads insights", 80_000, "busy"],
  ["a service that is down", 2, "unreachable"],
])("%s (code %s)", async ([, code, problem]) => {
  const { platform } = serviceWith(() => graphFailure(code));
  await expect(readSocialAds(platform, "user-token", days)).rejects.toMatchObject({ problem });
});

test("a rate limit says when to retry", async () => {
  const use = [{ type: "ads_insights", call_count: 100, estimated_time_to_regain_access: 7 }];
  const headers = { "x-business-use-case-usage": JSON.stringify({ "123": use }) };
  const { platform } = serviceWith(() => ({ ...graphFailure(80_000), headers }));
  await expect(readSocialAds(platform, "user-token", days)).rejects.toMatchObject({ retryAfterMs: 7 * 60_000 });
});

test.for([
  ["declined", "refused"],
  ["granted", "misconfigured"],
])(
  "a missing permission that is %s is reported as %s: only then is an unreviewed app the reason",
  async ([status, problem]) => {
    const { platform } = serviceWith((request) =>
      endOf(request) === "permissions" ? permissions(String(status)) : graphFailure(200),
    );
    await expect(readSocialAds(platform, "user-token", days)).rejects.toMatchObject({ problem });
  },
);
