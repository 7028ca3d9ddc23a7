import { EgressError } from "@litfass/platform/egress/egress";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { connections } from "../tables.ts";
import { answerOf } from "../testing-service.ts";
import { sealTokens } from "../tokens.ts";

let stack: Stack;
let customer: TestClient;
let assets: object[] = [];
let ads: object[] = [];
let imageStatus: number | null = 404;
let limits: unknown[] = [];
const now = new Date("2026-11-20T10:00:00Z");

const asset = (id: string, name: string, url: string, [width, height]: [number, number], mimeType?: string) => ({
  asset: { id, name, imageAsset: { mimeType, fullSize: { url, widthPixels: width, heightPixels: height } } },
});

beforeAll(async () => {
  stack = await startStack({ now });
  customer = await stack.signIn("customer");
  stack.platform.egress = async (url, request) => {
    if (url.startsWith("https://images.example/")) {
      const { timeoutMs, maxBytes } = request ?? {};
      limits.push({ timeoutMs, maxBytes });
      if (imageStatus === null) throw new EgressError("reset");
      return answerOf({ status: imageStatus, body: "no image" });
    }
    if (url.endsWith(":listAccessibleCustomers")) return answerOf({ body: { resourceNames: ["customers/77"] } });
    const { query } = JSON.parse(String(request?.body)) as { query: string };
    if (query.includes("FROM customer ")) {
      return answerOf({ body: { results: [{ customer: { id: "77", descriptiveName: "Shop" } }] } });
    }
    expect(query).toContain("LIMIT 1000");
    return answerOf({ body: { results: query.includes("FROM asset ") ? assets : ads } });
  };
  const tokens = { accessToken: "token", refreshToken: "refresh", expiresAt: null };
  const sealedTokens = sealTokens(tokens, stack.platform);
  const owner = { uid: customer.uid ?? "", subject: "s", accountName: "shop@example.com" };
  await stack.platform.db
    .insert(connections)
    .values({ ...owner, service: "google_ads", sealedTokens, connectedAt: now });
});
beforeEach(() => {
  stack.clock.advance(10 * 60_000);
  limits = [];
});
afterAll(() => stack.close());

const url = "https://images.example/1";
const idsOf = ({ body }: { body: { id: string }[] }): string[] => body.map(({ id }) => id);

test("lists ads before assets, each with its picture, size, type and account", async () => {
  const imageAd = { imageUrl: url, pixelWidth: "300", pixelHeight: 250, mimeType: "IMAGE_GIF" };
  ads = [{ adGroupAd: { ad: { id: "1", name: "Summer", imageAd } } }];
  assets = [asset("2", "Winter", url, [1200, 628], "IMAGE_JPEG")];
  expect((await customer.get("/google/creatives")).body).toEqual([
    {
      id: "ad:1",
      kind: "ad",
      name: "Summer",
      image_url: url,
      width: 300,
      height: 250,
      mime_type: "image/gif",
      account: "Shop",
    },
    {
      id: "asset:2",
      kind: "asset",
      name: "Winter",
      image_url: url,
      width: 1200,
      height: 628,
      mime_type: "image/jpeg",
      account: "Shop",
    },
  ]);
});

test("images of other types, without a URL, or of 4096 pixels and more are not listed", async () => {
  ads = [];
  assets = [
    asset("png", "", url, [1, 1], "IMAGE_PNG"),
    asset("webp", "", url, [4095, 1], "image/webp"),
    asset("wide", "", url, [4096, 1], "IMAGE_PNG"),
    asset("high", "", url, [1, 4096], "IMAGE_PNG"),
    asset("bmp", "", url, [1, 1], "IMAGE_BMP"),
    asset("untyped", "", url, [1, 1]),
    asset("nowhere", "", "", [1, 1], "IMAGE_PNG"),
  ];
  expect(idsOf(await customer.get("/google/creatives"))).toEqual(["asset:png", "asset:webp"]);
});

test("shows the first hundred, or of those whose name contains the search", async () => {
  assets = Array.from({ length: 120 }, (_, at) => asset(String(at), `Image ${at}`, url, [1, 1], "IMAGE_PNG"));
  expect(await customer.get("/google/creatives").then(idsOf)).toHaveLength(100);
  expect(idsOf(await customer.post("/google/creatives", { q: "iMaGe 119" }))).toEqual(["asset:119"]);
});

test("only a listed image is fetched, within its limits; one that cannot be fetched is unavailable", async () => {
  assets = [asset("5", "Five", url, [1, 1], "IMAGE_PNG")];
  const status = async (id: string) => (await customer.get(`/google/creatives/${id}/image`)).status;
  expect([await status("asset:6"), limits]).toEqual([404, []]);
  expect(await status("asset:5")).toBe(503);
  imageStatus = null;
  expect(await status("asset:5")).toBe(503);
  expect(limits[0]).toEqual({ timeoutMs: 8_000, maxBytes: 10_000_000 });
  imageStatus = 200;
  expect(await status("asset:5")).toBe(422);
});
