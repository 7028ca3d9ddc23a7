import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { withPlaceholder } from "@litfass/adserver/index";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserPath } from "../../../../../../scripts/ensure-browser.ts";
import { needs } from "../../../../../../tests/support/needs.ts";
import type { TestClient } from "../../../../testing/client.ts";
import { picture, sendForm } from "../../../../testing/forms.ts";
import { type Stack, startStack } from "../../../../testing/stack.ts";
import { zipOf } from "../../../../testing/zip.ts";
import { bannerRuntime } from "../banner-runtime.ts";
import type { BannerToRun } from "./banner-run.ts";
import { BannerRunFailed, runBanner, runBanners } from "./run-banner.ts";
import { runJob } from "./run-job.ts";

const head = '<meta name="ad.size" content="width=300,height=250">';
const scripts = bannerRuntime({ hasExit: true }).map((code) => `<script>${code}</script>`);
const documentOf = (body: string): string =>
  withPlaceholder(`<!doctype html><html><head>${scripts.join("")}</head><body>${body}</body></html>`);
const browser = { chromium: browserPath() ?? "", isRoot: process.getuid?.() === 0 };
const toRun = (body: string, files: BannerToRun["files"] = []): BannerToRun => ({
  page: "ad/index.html",
  document: documentOf(body),
  width: 300,
  height: 250,
  files,
});
const never = new AbortController().signal;

test("a browser run reports what a banner loads and when, and reaches only the banner's files", {
  ...needs("chromium"),
  timeout: 120_000,
}, async () => {
  const calls: string[] = [];
  const inside = createServer((request, response) => {
    calls.push(request.url ?? "");
    response.end();
  });
  await new Promise<void>((resolve) => inside.listen(0, "127.0.0.1", resolve));
  const address = `127.0.0.1:${(inside.address() as AddressInfo).port}`;
  const png = (await picture(4, 4)).toString("base64");
  const files = ["ad/a.png", "ad/late.png", "ad/unasked.png"].map((path) => ({
    path,
    contentType: "image/png",
    body: png,
  }));
  const run = await runBanner(
    toRun(
      `<img src="a.png"><script>
      onload = () => setTimeout(() => { new Image().src = "late" + ".png"; new Image().src = "none.png"; }, 200);
      new Image().src = "http://${address}/picture";
      fetch("http://${address}/data").catch(() => {});
      try { new WebSocket("ws://${address}/socket"); } catch {}
      document.onclick = () => window.open(clickTag);
      setTimeout(() => missing());</script>`,
      files,
    ),
    browser,
    never,
  );
  inside.close();
  expect(calls).toEqual([]);
  expect(run).toMatchObject({
    initial: ["ad/index.html", "ad/a.png"],
    subload: ["ad/late.png"],
    missing: ["ad/none.png"],
    errors: ["missing is not defined"],
    hasExit: true,
    isBlank: false,
  });
  expect(run.external).toEqual(expect.arrayContaining([`http://${address}/picture`, `http://${address}/data`]));
});

test("a banner that cannot be shown fails alone, not those that run beside it", {
  ...needs("chromium"),
  timeout: 120_000,
}, async () => {
  const bread = toRun("<p>Bread</p>");
  const both = await runBanners([bread, { ...bread, width: 0, wantsPicture: true }], browser, never);
  expect(both).toEqual([{ run: expect.objectContaining({ isBlank: false }) }, { error: expect.any(String) }]);
});

test("stops an endless banner at its time limit and one that fills the memory at its memory limit", {
  ...needs("chromium"),
  timeout: 120_000,
}, async () => {
  const endless = runBanner(toRun("<script>for (;;);</script>"), browser, never, { timeoutMs: 8_000 });
  await expect(endless).rejects.toThrow(new BannerRunFailed("time"));
  // More than the program that starts the browser, less than the two together.
  const greedy = runBanner(toRun("<p>Any browser is larger than this</p>"), browser, never, {
    memoryBytes: 120_000_000,
  });
  await expect(greedy).rejects.toThrow(new BannerRunFailed("memory"));
});

let stack: Stack;
let anna: TestClient;
beforeAll(async () => {
  stack = await startStack({
    env: { CHROMIUM_PATH: browserPath() ?? "/nowhere", EXCHANGE_BANNER_LIMITS: "sandbox=0/0" },
  });
  anna = await stack.signIn("customer");
});
afterAll(() => stack?.close());

async function draft(): Promise<number> {
  const answer = await anna.post("/user-campaigns", {
    name: "Run",
    categories: ["IAB8"],
    language: "de",
    total_budget: 10_000,
    start_on: "2026-03-02",
    end_on: "2026-03-31",
    destination_url: "https://www.brothaus.example/zopf",
    targeting: { locations: [{ kind: "country", id: "country:CH", name: "Switzerland", country: "CH" }] },
  });
  return answer.body.id;
}
const late = `<script>onload = () => setTimeout(() => { new Image().src = "late" + ".png"; }, 100);</script>`;
const send = async (campaign: number) =>
  sendForm(
    anna,
    "post",
    `/user-creatives/${campaign}/own-banners`,
    {},
    {
      file: [
        {
          name: "box.zip",
          body: zipOf([
            { name: "index.html", body: `<!doctype html><head>${head}</head><p>Bread</p>${late}` },
            { name: "late.png", body: await picture(40, 40) },
          ]),
        },
      ],
    },
  );

test("answers an upload at once and completes its report after the browser run", {
  ...needs("chromium"),
  timeout: 120_000,
}, async () => {
  const id = await draft();
  const sent = await send(id);
  expect(sent.body.report).toMatchObject({ ok: true, browser: "waiting" });
  expect(sent.body.report.files).toMatchObject([{ phase: "initial" }, { name: "late.png", phase: "subload" }]);
  expect(await stack.platform.jobs.drain(runJob)).toBe(1);
  const { banners } = (await anna.get(`/user-creatives/${id}/own-banners`)).body;
  expect(banners[0].report).toMatchObject({ browser: "done", loads: { initial_requests: 1 } });
  expect(banners[0].report.files).toMatchObject([{ phase: "initial" }, { name: "late.png", phase: "subload" }]);
  const codes = banners[0].report.findings.map(({ code }: { code: string }) => code);
  expect(codes).toEqual(["click_tag_missing", "exchange_limit"]);
});

test("without a browser the report says so and does not advise against files that scripts may load", async () => {
  const { config } = stack.platform;
  stack.platform.config = { ...config, chromiumPath: null };
  const { report } = (await send(await draft())).body;
  stack.platform.config = config;
  expect(report).toMatchObject({ ok: true, browser: "off" });
  expect(report.findings.map(({ code }: { code: string }) => code)).not.toContain("unused_file");
});

test("keeps the estimated report if the browser does not start", { timeout: 60_000 }, async () => {
  const { config } = stack.platform;
  stack.platform.config = { ...config, chromiumPath: "/nowhere/chromium" };
  const id = await draft();
  await send(id);
  await stack.platform.jobs.drain(runJob);
  stack.platform.config = config;
  const { banners } = (await anna.get(`/user-creatives/${id}/own-banners`)).body;
  expect(banners[0].report).toMatchObject({ ok: true, browser: "failed" });
});
