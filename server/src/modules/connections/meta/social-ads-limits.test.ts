import { expect, test } from "vitest";
import { type Received, serviceWith } from "../testing-service.ts";
import { exchangeToken, isGranted, revokePermissions } from "./graph-api.ts";
import { readSocialAds } from "./social-ads.ts";

const days = { from: "2026-11-01", to: "2026-11-02" };
const insight = { campaign_id: "7", date_start: "2026-11-01" };
const account = (id: number) => ({ id: `act_${id}`, name: id % 2 === 0 ? "" : `Account ${id}`, currency: "CHF" });
const isAccounts = ({ url }: Received): boolean => url.pathname.endsWith("/adaccounts");

test("asks for each campaign's figures by day, with the largest pages", async () => {
  const { platform, received } = serviceWith((request) => ({
    body: { data: isAccounts(request) ? [account(1)] : [] },
  }));
  await readSocialAds(platform, "token", days);
  const asked = received.map(({ method, url }) => [method, Object.fromEntries(url.searchParams)]);
  expect(asked).toMatchObject([
    ["GET", { fields: "id,name,currency", limit: "500" }],
    [
      "GET",
      {
        level: "campaign",
        fields: "campaign_id,campaign_name,impressions,clicks,spend",
        time_range: '{"since":"2026-11-01","until":"2026-11-02"}',
        time_increment: "1",
        limit: "500",
      },
    ],
  ]);
  expect(asked.every(([, query]) => !("after" in (query as object)))).toBe(true);
});

test("missing names and figures become ids and zeros; decimals of money are kept to the millionth", async () => {
  const spend = ["12.345678", "0.1", "5", undefined];
  const { platform } = serviceWith((request) => ({
    body: { data: isAccounts(request) ? [account(2)] : spend.map((each) => ({ ...insight, spend: each })) },
  }));
  const { rows, accounts } = await readSocialAds(platform, "token", days);
  expect(rows.map(({ costMicros }) => costMicros)).toEqual([12_345_678n, 100_000n, 5_000_000n, 0n]);
  expect(accounts).toEqual([{ id: "act_2", name: "act_2" }]);
  expect(rows[0]).toEqual({
    ...{ accountId: "act_2", account: "act_2", currency: "CHF", campaignId: "7", campaignName: "7" },
    ...{ date: "2026-11-01", impressions: 0, clicks: 0, costMicros: 12_345_678n },
  });
});

test("reads 20 accounts and 20 pages of each, and names what is left out", async () => {
  const { platform, received } = serviceWith((request) => {
    if (isAccounts(request)) return { body: { data: Array.from({ length: 22 }, (_, at) => account(2 * at + 1)) } };
    const more = { paging: { cursors: { after: "next" }, next: "https://graph.facebook.com/next" } };
    return { body: { data: [insight], ...(request.url.pathname.includes("act_1/") ? more : {}) } };
  });
  const { rows, gaps } = await readSocialAds(platform, "token", days);
  expect(rows).toHaveLength(19 + 20);
  expect(received).toHaveLength(1 + 19 + 20);
  expect(gaps).toEqual(
    ["Account 1", "Account 41", "Account 43"].map((name) => ({ account: name, reason: "too_many" })),
  );
});

test("an account without ad accounts has no figures", async () => {
  const { platform } = serviceWith(() => ({ body: { data: [] } }));
  await expect(readSocialAds(platform, "token", days)).rejects.toMatchObject({ problem: "no_account" });
});

test("figures of another shape are a fault of the service", async () => {
  const { platform } = serviceWith((request) => ({
    body: { data: isAccounts(request) ? [account(1)] : [{ ...insight, spend: "CHF 5" }] },
  }));
  await expect(readSocialAds(platform, "token", days)).rejects.toMatchObject({ problem: "unreachable" });
});

test("the log gets the service's own words, at most 300 characters of them", async () => {
  const body = { error: { message: "x".repeat(400), code: 190 } };
  const { platform } = serviceWith(() => ({ status: 400, body }));
  const message = `status 400, code 190/0: ${"x".repeat(300)}`;
  await expect(readSocialAds(platform, "token", days)).rejects.toMatchObject({ message });
  const silent = serviceWith(() => ({ status: 404, body: null }));
  await expect(readSocialAds(silent.platform, "token", days)).rejects.toMatchObject({
    message: "status 404, no code: no reason given",
  });
});

test("exchanges a token with the app's secret, and without a user's token or proof", async () => {
  const { platform, received } = serviceWith(() => ({ body: { access_token: "long" } }));
  expect(await exchangeToken(platform, "short")).toEqual({ accessToken: "long", refreshToken: null, expiresAt: null });
  expect(Object.fromEntries(received[0]?.url.searchParams ?? [])).toEqual({
    ...{ grant_type: "fb_exchange_token", client_id: "app", client_secret: "app-secret" },
    ...{ fb_exchange_token: "short" },
  });
});

test("a permission counts only while it is granted, and is revoked as a whole", async () => {
  const data = [
    { permission: "public_profile", status: "granted" },
    { permission: "ads_read", status: "declined" },
  ];
  const { platform, received } = serviceWith(() => ({ body: { data } }));
  expect(await isGranted(platform, "token", "ads_read")).toBe(false);
  expect(await isGranted(platform, "token", "public_profile")).toBe(true);
  await revokePermissions(platform, "token");
  expect(received.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
    ...["GET /v25.0/me/permissions", "GET /v25.0/me/permissions", "DELETE /v25.0/me/permissions"],
  ]);
});
