import { renderBanner } from "@litfass/banner/render";
import type { BannerFields } from "@litfass/contract/creatives/banner-fields";
import { formats, sizeOf } from "@litfass/contract/kernel/formats";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserPath } from "../../../../../scripts/ensure-browser.ts";
import { launchBrowser } from "../../../../../tests/support/launch-browser.ts";
import { type TemplateName, templateKit, templateNames } from "../library/template-kit.ts";
import { sampleFields } from "../studio/samples.ts";

/**
 * Renders every template in every format with normal and worst-case texts and measures it: nothing overlaps, leaves
 * its box, gets too small, is cut off or makes a request, and the animation ends.
 */

type Stress = Partial<BannerFields> & { label: string };

const long = "Versicherungsgesellschaften vergleichen Rechtsschutzversicherungen für Eigentümerfamilien.";
const stressed = (titles: [string, string, string, string], shortest: string): Stress[] => [
  { label: "yellow", title: titles[0], description: long, background: "#ffe600", button: "#ffd000" },
  { label: "near-white", title: titles[1], description: long, background: "#fdfdfb", button: "#f3f3f0" },
  { label: "near-black", title: titles[2], description: long, background: "#0d0f12", button: "#15181d" },
  { label: "mid grey", title: titles[3], description: shortest, background: "#8a8a8a", button: "#338cf5" },
];
const buttons = ["Jetzt unverbindlich anfragen", "Versicherungsschutz prüfen", "Beratungsgespräch buchen", "Los"];
const general: [string, string, string, string] = [
  "Wohngebäudeversicherung testen",
  "Kraftfahrzeughaftpflichtschutz",
  "Arbeitsunfähigkeit absichern!",
  "Na?",
];
const titlesOf: Partial<Record<TemplateName, [string, string, string, string]>> = {
  offer: ["Winterreifenwechsel CHF 149.90", general[1], "20 % auf Rechtsschutzpolicen", "Ab 9 €"],
  date: ["Wirtschaftstag, 30. September", general[1], "Volkshochschultag am 1. März", "Tag 3.5."],
};

const kit = templateKit();
let browser: Browser;
let page: Page;
const requests: string[] = [];
const pageErrors: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser(browserPath());
  page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  page.on("request", (request) => {
    if (/^(https?|file|ws)/.test(request.url())) requests.push(request.url());
  });
  page.on("pageerror", (error) => pageErrors.push(error.message));
});
afterAll(() => browser?.close());

/** In the page: shows the banners side by side in frames and measures each. */
async function measureAll(banners: { html: string; width: number; height: number }[]): Promise<string[][]> {
  const shown = banners.map(async ({ html, width, height }) => {
    const frame = document.createElement("iframe");
    Object.assign(frame, { width, height, srcdoc: html });
    frame.style.border = "0";
    document.body.append(frame);
    await new Promise((loaded) => frame.addEventListener("load", loaded, { once: true }));
    const view = frame.contentDocument as Document;
    for (let tries = 0; !view.documentElement.classList.contains("go") && tries < 500; tries++) {
      await new Promise((next) => setTimeout(next, 10));
    }
    await Promise.all([...view.images].map((image) => image.decode()));
    const ends = view.getAnimations().map((animation) => Number(animation.effect?.getComputedTiming().endTime ?? 0));
    for (const animation of view.getAnimations()) animation.finish();
    return measure(view, Math.max(0, ...ends));
  });
  return Promise.all(shown);

  function measure(view: Document, endsAfterMs: number): string[] {
    const found: string[] = [];
    const all = (selector: string): HTMLElement[] => [...view.querySelectorAll<HTMLElement>(selector)];
    const inkOf = (element: Element): DOMRect => {
      const range = view.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect();
    };
    // A stacked title ends at its last row; each row is padded by .14em above and .2em below its letters.
    const stackOf = (element: Element): DOMRect | null => {
      const rows = [...element.querySelectorAll(".row")];
      const [first, last] = [rows[0], rows.at(-1)];
      if (!first || !last) return null;
      const place = first.getBoundingClientRect();
      const top = place.top + 0.14 * size(first);
      return new DOMRect(place.left, top, place.width, last.getBoundingClientRect().bottom - 0.2 * size(last) - top);
    };
    const size = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize);
    if (!view.documentElement.classList.contains("go")) found.push("the texts were never fitted");
    if (endsAfterMs > 30_000) found.push("motion over 30 s");

    const ad = (view.querySelector(".ad") as Element).getBoundingClientRect();
    const parts = all(".t,.d,.logo img,.b,.bar")
      .filter((element) => element.getClientRects().length > 0)
      .map((element) => {
        const text = element.matches(".t,.d");
        const box = stackOf(element) ?? (text ? inkOf(element) : element.getBoundingClientRect());
        return { name: element.className || "logo", text, box };
      });
    for (const [index, a] of parts.entries()) {
      for (const b of parts.slice(index + 1)) {
        const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        // The line boxes of two texts may touch, because their letters are still apart.
        if (wide > 2 && high > (a.text && b.text ? 14 : 2)) found.push(`${a.name} overlaps ${b.name}`);
      }
      if (a.box.left < -1 || a.box.right > ad.width + 1) found.push(`${a.name} leaves the banner`);
      if (a.box.top < -1 || a.box.bottom > ad.height + 1) found.push(`${a.name} leaves the banner`);
    }
    for (const button of all(".b,.bar")) {
      const label = inkOf(button.querySelector("[data-soft]") ?? button);
      const box = button.getBoundingClientRect();
      const outside = label.left < box.left + 4 || label.right > box.right - 4;
      if (outside || label.top < box.top || label.bottom > box.bottom) found.push("button text leaves the button");
      const arrow = button.querySelector("svg");
      if (arrow && label.right > arrow.getBoundingClientRect().left - 4) found.push("button text touches the arrow");
    }
    const rows = all(".row");
    if (Math.min(...(rows.length > 0 ? rows : all(".t")).map(size)) < 15) found.push("title under its floor");
    if (all(".d").some((text) => text.textContent && size(text) < 12)) found.push("description under its floor");
    if (view.querySelector(".clip")) found.push("description cut");
    if (all(".t").some((title) => title.style.overflowWrap)) found.push("title broken anywhere");
    return found;
  }
}

async function faultsOf(name: TemplateName, fields: BannerFields, label: string): Promise<string[]> {
  const banners = formats.map((format) => ({
    html: renderBanner(kit, kit.templates[name].template, format, fields, { click: "https://www.example.ch/" }),
    ...sizeOf(format),
  }));
  await page.setContent("<!doctype html><body></body>");
  const found = await page.evaluate(measureAll, banners);
  return found.flatMap((faults, index) => faults.map((fault) => `${name} ${formats[index]} ${label}: ${fault}`));
}

test("no text overflows its box, in any template, format and language, with the longest and the shortest texts", async () => {
  const faults: string[] = [];
  for (const name of templateNames) {
    for (const lang of ["de", "en"] as const) faults.push(...(await faultsOf(name, sampleFields(name, lang), lang)));
    const base = sampleFields(name, "de");
    const shortest = name === "date" ? "Frei." : "Heute frei.";
    for (const [index, stress] of stressed(titlesOf[name] ?? general, shortest).entries()) {
      const fields = { ...base, ...stress, buttonText: buttons[index] ?? "" };
      faults.push(...(await faultsOf(name, fields, stress.label)));
    }
  }
  expect(faults).toEqual([]);
  expect(requests).toEqual([]);
  expect(pageErrors).toEqual([]);
}, 60_000);

test("a title of fifteen one-letter words does not stall the page", async () => {
  const fields = { ...sampleFields("poster", "de"), title: "a b c d e f g h i j k l m n o" };
  const started = performance.now();
  await faultsOf("poster", fields, "letters");
  expect(performance.now() - started).toBeLessThan(8000);
}, 20_000);
