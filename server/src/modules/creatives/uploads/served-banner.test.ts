import { type RunningServer, serve } from "@litfass/adserver/http/server";
import { withPlaceholder } from "@litfass/adserver/serving/ads/ad-document";
import { createRouter } from "@litfass/adserver/serving/router";
import {
  type TestAdServer,
  testAdServer,
  testRequest,
  testSnapshot,
} from "@litfass/adserver/testing/testing-ad-server";
import { createLog } from "@litfass/platform/log/log";
import { interFont } from "@litfass/platform/pdf/inter-font";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserPath } from "../../../../../scripts/ensure-browser.ts";
import { clickedAddress } from "../../../../../tests/support/clicked-address.ts";
import { launchBrowser } from "../../../../../tests/support/launch-browser.ts";
import { has, needs } from "../../../../../tests/support/needs.ts";
import { picture } from "../../../testing/forms.ts";
import { testClip } from "../video-conversion/test-clip.ts";
import assembleBanner from "./assemble-banner-task.ts";
import { bannerContentType } from "./banner-files.ts";

const hash = "c".repeat(40);
const agent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36";
let ads: RunningServer;
let adServer: TestAdServer;
let browser: Browser;

beforeAll(async () => {
  if (!has("chromium")) return;
  const late: { router: ReturnType<typeof createRouter> | null } = { router: null };
  const router = () => {
    if (!late.router) throw new Error("The router comes after the port");
    return late.router;
  };
  ads = await serve(
    { post: (request) => router().post(request), other: (request) => router().other(request) },
    { host: "127.0.0.1", port: 0, isProxy: () => false, log: createLog({ level: "silent", process: "test" }) },
  );
  const [creative] = testSnapshot().creatives;
  if (!creative) throw new Error("The snapshot has a creative");
  const snapshot = testSnapshot({ creatives: [{ ...creative, fileHash: hash }] });
  adServer = testAdServer([snapshot], { adsUrl: `http://127.0.0.1:${ads.port}` });
  late.router = createRouter(adServer.instance, { exchanges: [{ name: "sandbox" }] });
  browser = await launchBrowser(browserPath());
});
afterAll(async () => {
  await browser?.close();
  await ads?.stop();
});

/** Publishes the files of a zip like an upload. @returns the codes of the findings. */
function publish(files: Map<string, Uint8Array>): string[] {
  const pictures = { broken: [], endless: [], long: [] };
  const { folder, facts } = assembleBanner({
    page: "ad/index.html",
    zip: "ad.zip",
    files,
    pictures,
    found: [],
    offered: ["300x250"],
  });
  const cache = adServer.files;
  cache.clear();
  cache.set(hash, {
    contentType: "text/html; charset=utf-8",
    body: Buffer.from(withPlaceholder(folder.document)),
    page: folder.page,
  });
  for (const [path, body] of folder.files) {
    cache.set(`${hash}/${path}`, { contentType: bannerContentType(path) ?? "", body: Buffer.from(body) });
  }
  return facts.found.map(([code]) => code);
}

const pageOf = (head: string, body = ""): Buffer =>
  Buffer.from(
    `<!doctype html><html><head><meta name="ad.size" content="width=300,height=250">${head}</head><body>${body}</body></html>`,
  );

/** The document's URL in the markup of a won ad. */
async function documentUrl(): Promise<string> {
  adServer.clock.advance(60_000);
  const { body } = await adServer.bid(testRequest());
  const [url] = /http:[^"\s]+\/ad\/[^"\s]+/.exec(body.seatbid[0].bid[0].adm) ?? [];
  return (url ?? "").replaceAll("&amp;", "&");
}

async function openAd(): Promise<Page> {
  const context = await browser.newContext({ userAgent: agent, viewport: { width: 300, height: 250 } });
  const tab = await context.newPage();
  await tab.goto(await documentUrl());
  return tab;
}

/** Loads each file the way a different tool does; no script contains a whole name. */
const loader = `
const shown = {};
const note = (name) => () => { shown[name] = true; document.title = Object.keys(shown).sort().join(" "); };
const media = "media" + "/", image = (name, set) => { const one = new Image(); one.onload = note(name); set(one); return one; };
image("property", (one) => { one.src = media + "a.png"; });
image("parent", (one) => { one.src = "../assets/" + "c.png?v=1"; });
image("absolute", (one) => { one.src = new URL(media + "a.png", document.baseURI).href; });
image("attribute", (one) => { one.setAttribute("src", "./" + media + "a.png"); });
const drawn = image("drawn", (one) => { one.src = media + "a.png"; });
drawn.onload = () => {
  const context = document.createElement("canvas").getContext("2d");
  context.drawImage(drawn, 0, 0);
  context.getImageData(0, 0, 1, 1);
  note("canvas")();
};
fetch(media + "data.json").then((answer) => answer.json()).then(({ ok }) => ok && note("fetch")());
const request = new XMLHttpRequest();
request.open("GET", media + "data.json");
request.responseType = "json";
request.onload = () => request.response.ok && note("request")();
request.send();
new FontFace("Own", "url('fonts" + "/own.ttf')").load().then(note("font"));
const clip = document.createElement("video");
clip.muted = true;
clip.oncanplay = note("video");
clip.src = media + "clip.webm";
localStorage.setItem("seen", "1");
if (localStorage.getItem("seen") === "1" && document.cookie === "") note("storage")();
if (eval("1 + 1") === 2) note("eval")();
addEventListener("DOMContentLoaded", () => {
  const box = document.createElement("div");
  box.innerHTML = '<img src="' + media + 'b.png">';
  box.firstChild.onload = note("markup");
  document.body.append(box);
});
`;

test("a served banner reaches every file of its zip by path, however its scripts build the URL", {
  ...needs("chromium", "ffmpeg"),
  timeout: 90_000,
}, async () => {
  const png = await picture(4, 4);
  const found = publish(
    new Map<string, Uint8Array>([
      ["ad/index.html", pageOf('<script src="js/main.js"></script><script type="module" src="js/part.mjs"></script>')],
      ["ad/js/main.js", Buffer.from(loader)],
      ["ad/js/part.mjs", Buffer.from('import { name } from "./other.mjs"; note(name)();')],
      ["ad/js/other.mjs", Buffer.from('export const name = "module";')],
      ["ad/media/a.png", png],
      ["ad/media/b.png", png],
      ["assets/c.png", png],
      ["ad/media/data.json", Buffer.from('{"ok":true}')],
      ["ad/media/clip.webm", testClip("webm", { seconds: 1 })],
      ["ad/fonts/own.ttf", interFont("400Regular")],
    ]),
  );
  expect(found).not.toContain("unused_file");
  const tab = await openAd();
  expect(new URL(tab.url()).pathname).toBe(`/ad/${hash}/ad/index.html`);
  const all = "absolute attribute canvas eval fetch font markup module parent property request storage video";
  await expect.poll(() => tab.title(), { timeout: 30_000 }).toBe(all);
  await tab.context().close();
});

const enabler = '<script src="https://s0.2mdn.net/ads/studio/Enabler.js"></script>';
const whenReady = "Enabler.isInitialized() ? go() : Enabler.addEventListener(studio.events.StudioEvent.INIT, go);";
const clicked = (code: string, head = ""): Buffer =>
  pageOf(head, `<div id="ad" style="position:absolute;inset:0"></div><script>ad.onclick = () => { ${code} };</script>`);

test.each<[string, Buffer, string[]]>([
  ["clickTag", clicked("window.open(clickTag)", '<script>var clickTag = "https://other.example";</script>'), []],
  ["let clickTag", clicked("window.open(clickTag)", '<script>let clickTag = "https://other.example";</script>'), []],
  ["clickTAG", clicked("window.open(clickTAG, '_blank')"), []],
  ["a click tag of its own name", clicked("window.open(clickTag1)", '<script>const clickTag1 = "x";</script>'), []],
  ["getParameter", clicked('window.open(new URLSearchParams(location.search).get("clickTag") || missing())'), []],
  ["Enabler.exit", clicked('Enabler.exit("Background Exit")', enabler), []],
  [
    "Enabler when it is ready",
    pageOf(
      enabler,
      `<p id="ad">Go</p><script>const go = () => {
    document.onclick = () => Enabler.exitOverride("x", "https://other.example"); }; ${whenReady}</script>`,
    ),
    [],
  ],
  ["mraid.open", clicked('mraid.open("https://other.example")', '<script src="mraid.js"></script>'), []],
  ["Google's ExitApi", clicked("ExitApi.exit()"), []],
  ["Adform's dhtml", clicked('window.open(dhtml.getVar("clickTAG", "https://other.example"))'), []],
  ["Sizmek's EB", clicked("EB.clickthrough()"), []],
  [
    "a link in a new window",
    pageOf("", '<a href="https://other.example" style="position:absolute;inset:0">Go</a>'),
    ["fixed_link"],
  ],
  ["nothing at all", pageOf("", "<p>Plain</p>"), ["click_tag_missing"]],
])(
  "a click in a banner with %s opens the campaign's link and is counted",
  {
    ...needs("chromium"),
    timeout: 60_000,
  },
  async (_name, page, expected) => {
    expect(publish(new Map([["ad/index.html", page]]))).toEqual(expected);
    const tab = await openAd();
    adServer.events.length = 0;
    await clickedAddress(tab.context(), "https://shop.example", () => tab.mouse.click(150, 20));
    expect(adServer.events.map(({ kind }) => kind)).toContain("click");
    await tab.context().close();
  },
);

test("serves a video in a zip with its type and in ranges, and text gzipped", async () => {
  const server = testAdServer([testSnapshot()]);
  const clip = Buffer.from("0123456789");
  server.files.set(hash, { contentType: "text/html; charset=utf-8", body: Buffer.from("<p>"), page: "index.html" });
  server.files.set(`${hash}/media/a clip.mp4`, { contentType: "video/mp4", body: clip });
  const address = `/ad/${hash}/media/a%20clip.mp4`;
  const whole = await server.call("GET", address);
  expect([whole.status, whole.headers["content-type"], whole.headers["accept-ranges"]]).toEqual([
    200,
    "video/mp4",
    "bytes",
  ]);
  const part = await server.call("GET", address, { headers: { range: "bytes=2-4" } });
  expect([part.status, part.headers["content-range"], String(part.body)]).toEqual([206, "bytes 2-4/10", "234"]);
  expect((await server.call("GET", `/ad/${hash}/media/none.mp4`)).status).toBe(404);
  const moved = await server.call("GET", `/ad/${hash}.html?click=x`);
  expect([moved.status, moved.headers.location]).toEqual([302, `https://ads.example/ad/${hash}/index.html?click=x`]);
  const packed = await server.call("GET", `/ad/${hash}/index.html`, { headers: { "accept-encoding": "gzip, br" } });
  expect(packed.headers["content-encoding"]).toBe("gzip");
  const plain = await server.call("GET", `/ad/${hash}/index.html`);
  expect([plain.headers["content-encoding"], String(plain.body)]).toEqual([undefined, expect.stringContaining("<p>")]);
});
