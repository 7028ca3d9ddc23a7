import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

const code = readFileSync(join(import.meta.dirname, "conversion.browser.js"), "utf8");
const dayMs = 86_400_000;

type Page = {
  search?: string;
  attributes?: Record<string, string>;
  storage?: Map<string, string>;
  /** What the server answers; 0 is no answer. */
  status?: number;
  calls?: unknown[][];
  now?: number;
};

/** An advertiser's page with the tag. */
async function open({ search = "", attributes = {}, storage = new Map(), status = 200, calls = [], now = 0 }: Page) {
  const sent: { url: string; body: unknown; options: Record<string, unknown> }[] = [];
  const warnings: string[] = [];
  const script = {
    src: "https://ads.example/conversion.js",
    getAttribute: (name: string) => attributes[name] ?? null,
    hasAttribute: (name: string) => name in attributes,
  };
  const window: { litfass?: { (...call: unknown[]): void; q?: unknown[][] } } = {};
  if (calls.length > 0) window.litfass = Object.assign(() => {}, { q: calls });
  const context = {
    document: { currentScript: script },
    window,
    location: { search },
    localStorage: {
      getItem: (name: string) => storage.get(name) ?? null,
      setItem: (name: string, value: string) => storage.set(name, value),
      removeItem: (name: string) => storage.delete(name),
    },
    console: { warn: (text: string) => warnings.push(text) },
    Date: { now: () => now },
    URL,
    URLSearchParams,
    fetch: async (url: string, { body, ...options }: { body: string }) => {
      sent.push({ url, body: JSON.parse(body), options });
      if (status === 0) throw new Error("offline");
      return { status, ok: status < 300, json: async () => ({ error: "expired_click" }) };
    },
  };
  runInNewContext(code, context);
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  await settled();
  const call = async (...args: unknown[]) => {
    window.litfass?.(...args);
    await settled();
  };
  return { sent, warnings, storage, call };
}

const order = { value: 49.9, currency: "CHF", order: "1001" };

test("the click of the landing page is remembered and reported with an order on a later page", async () => {
  const { storage } = await open({ search: "?a=1&litfass_click=OLD&litfass_click=ID" });
  expect([...storage.keys()]).toEqual(["litfass_click"]);
  const { sent } = await open({ storage, calls: [["conversion", order]] });
  expect(sent).toEqual([
    {
      url: "https://ads.example/conversion",
      body: { click: "ID", ...order },
      options: { method: "POST", keepalive: true, credentials: "omit", referrerPolicy: "no-referrer" },
    },
  ]);
});

test("a page reports by attributes as well", async () => {
  const { storage } = await open({ search: "?litfass_click=ID" });
  const attributes = { "data-conversion": "", "data-value": "49.90", "data-order": "1001" };
  const { sent } = await open({ storage, attributes });
  expect(sent.map(({ body }) => body)).toEqual([{ click: "ID", value: "49.90", order: "1001" }]);
});

test("visitors who did not come by an ad, or longer ago than 90 days, report nothing", async () => {
  expect((await open({ calls: [["conversion", order]] })).sent).toEqual([]);
  const { storage } = await open({ search: "?litfass_click=ID" });
  expect((await open({ storage, now: 91 * dayMs, calls: [["conversion", order]] })).sent).toEqual([]);
});

test.each([0, 503, 429])("a report without a final answer (%i) is sent again with the next page", async (status) => {
  const { storage } = await open({ search: "?litfass_click=ID", status, calls: [["conversion", order]] });
  const { sent } = await open({ storage });
  expect(sent.map(({ body }) => body)).toEqual([{ click: "ID", ...order }]);
  expect((await open({ storage })).sent).toEqual([]);
});

test("a refused report is named in the console and not sent again", async () => {
  const { storage, warnings } = await open({
    search: "?litfass_click=ID",
    status: 410,
    calls: [["conversion", order]],
  });
  expect(warnings).toHaveLength(1);
  expect((await open({ storage })).sent).toEqual([]);
});

test("a tag that needs consent stores and sends nothing before it, and forgets when it is withdrawn", async () => {
  const page = await open({ search: "?litfass_click=ID", attributes: { "data-consent": "required" } });
  await page.call("conversion", order);
  expect([page.sent, [...page.storage.keys()]]).toEqual([[], []]);
  await page.call("consent", true);
  expect(page.sent.map(({ body }) => body)).toEqual([{ click: "ID", ...order }]);
  await page.call("consent", false);
  await page.call("conversion", { ...order, order: "1002" });
  expect([page.sent.length, [...page.storage.keys()]]).toEqual([1, []]);
});
