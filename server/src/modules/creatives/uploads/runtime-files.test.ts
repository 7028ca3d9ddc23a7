import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { documentPolicy } from "@litfass/adserver/serving/ads/ad-document";
import { interFont } from "@litfass/platform/pdf/inter-font";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserPath } from "../../../../../scripts/ensure-browser.ts";
import { launchBrowser } from "../../../../../tests/support/launch-browser.ts";
import { has, needs } from "../../../../../tests/support/needs.ts";
import { picture } from "../../../testing/forms.ts";
import assembleBanner from "./assemble-banner-task.ts";

/** Loads each file the way a different tool does; no script contains a whole name. */
const script = `
const media = "media" + "/", hash = (letter) => media + letter.repeat(4) + ".png";
const shown = {};
const note = (name) => () => { shown[name] = true; };
const image = (name) => { const one = new Image(); one.onload = note(name); return one; };
image("property").src = hash("a");
image("dots").src = "./" + hash("a") + "?v=1";
image("absolute").src = new URL(hash("a"), document.baseURI).href;
image("attribute").setAttribute("src", hash("b"));
addEventListener("DOMContentLoaded", () => {
  const box = document.createElement("div");
  box.innerHTML = '<img src="' + hash("c") + '">';
  document.body.append(box);
  const styled = document.createElement("p");
  styled.style.backgroundImage = "url(" + hash("a") + ")";
  document.body.append(styled);
  setInterval(() => {
    if (box.firstChild.naturalWidth > 0) shown.markup = true;
    if (styled.style.backgroundImage.includes("data:image/png")) shown.style = true;
    document.title = Object.keys(shown).sort().join(" ");
  }, 20);
});
fetch("data" + ".json").then((answer) => answer.json()).then(({ok}) => { shown.fetch = ok; });
const request = new XMLHttpRequest();
request.open("GET", "data" + ".json");
request.onload = () => { shown.request = JSON.parse(request.responseText).ok && request.status === 200; };
request.send();
new FontFace("Own", "url('fonts" + "/own.ttf')").load().then(note("font"));
window.open.bind(null, window.clickTag);
`;

let server: Server;
let browser: Browser;
let html = "";
beforeAll(async () => {
  if (!has("chromium")) return;
  const png = await picture(4, 4);
  const page = `<!doctype html><html><head><meta name="ad.size" content="width=300,height=250"><script>var clickTag = "";</script>
<script>${script}</script></head><body></body></html>`;
  const files = new Map<string, Uint8Array>([
    ["ad/index.html", Buffer.from(page)],
    ...["aaaa", "bbbb", "cccc"].map((name): [string, Uint8Array] => [`ad/media/${name}.png`, png]),
    ["ad/data.json", Buffer.from('{"ok":true}')],
    ["ad/fonts/own.ttf", interFont("400Regular")],
  ]);
  const pictures = { broken: [], endless: [], long: [] };
  const taken = assembleBanner({
    page: "ad/index.html",
    zip: "ad.zip",
    files,
    pictures,
    found: [],
    offered: ["300x250"],
  });
  expect(taken.facts.found.map(([code]) => code)).not.toContain("unused_file");
  html = taken.html;
  server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.setHeader("content-security-policy", documentPolicy("https://ads.example"));
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await launchBrowser(browserPath());
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

test("a served banner reaches every file of its zip, however its scripts build the URLs", {
  ...needs("chromium"),
  timeout: 40_000,
}, async () => {
  const tab = await browser.newPage();
  const errors: string[] = [];
  tab.on("pageerror", (error) => errors.push(error.message));
  await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/ad/banner.html`);
  const all = "absolute attribute dots fetch font markup property request style";
  await expect.poll(() => tab.title(), { timeout: 15_000 }).toBe(all);
  expect(errors).toEqual([]);
});
