import type { BannerFields } from "@litfass/contract/creatives/banner-fields";
import { expect, test } from "vitest";
import { amount, date, glue, quote } from "./derive.ts";
import { withItem } from "./feed-item.ts";
import { isOpaque } from "./opaque-image.ts";
import { contrast, inkOn, logoPlate, palette } from "./palette.ts";
import { addSoftHyphens } from "./soft-hyphens.ts";
import { fill, parseTemplate } from "./template.ts";

const same = (word: string): string => word;

test("extracts an amount from the title and keeps its words", () => {
  expect(amount("Sonntagszopf für CHF 6.90")).toEqual({
    kicker: "für",
    number: "6.90",
    unit: "CHF",
    percent: false,
    old: "",
    rest: "Sonntagszopf",
  });
  expect(amount("20 % auf alles")).toMatchObject({ number: "20", percent: true, rest: "Auf alles" });
  expect(amount("Ab 9 €")).toMatchObject({ kicker: "Ab", number: "9", unit: "€", rest: "" });
  expect(amount("Dès 9 francs")).toMatchObject({ kicker: "Dès", number: "9", unit: "francs", rest: "" });
  expect(amount("Endlich ohne Angst.")).toBeNull();
});

test("a price after a word such as instead of is the old one, in either order and every language", () => {
  expect(amount("Mantel ab CHF 129 statt 189.90")).toEqual({
    kicker: "ab",
    number: "129",
    unit: "CHF",
    percent: false,
    old: "189.90",
    rest: "Mantel",
  });
  expect(amount("Statt CHF 189 nur CHF 129")).toMatchObject({ kicker: "nur", number: "129", old: "CHF 189", rest: "" });
  expect(amount("Coat $99 instead of $120")).toMatchObject({ number: "99", old: "$120", rest: "Coat" });
  expect(amount("Thé dès CHF 9 au lieu de 12.90")).toMatchObject({ number: "9", old: "12.90", rest: "Thé" });
  expect(amount("Caffè 9 € invece di 12 €")).toMatchObject({ number: "9", old: "12 €", rest: "Caffè" });
  expect(amount("Hut statt 89 CHF 59")).toMatchObject({ number: "59", unit: "CHF", old: "89", rest: "Hut" });
  expect(amount("20 % statt 10 % Rabatt")).toMatchObject({ number: "20", percent: true, old: "" });
  expect(amount("Werkstatt CHF 89")).toMatchObject({ number: "89", old: "", rest: "Werkstatt" });
});

test("finds a day in every language and ignores impossible ones", () => {
  expect(date("Weinlesefest am 12. September", "de")).toEqual({ day: "12", month: "September", rest: "Weinlesefest" });
  expect(date("Tag 3.5.", "de")).toMatchObject({ day: "3", month: "Mai" });
  expect(date("Open day on 3 May", "en")).toMatchObject({ day: "3", month: "May", rest: "Open day" });
  expect(date("Open day, May 3", "en")).toMatchObject({ day: "3", month: "May" });
  expect(date("Fête des vendanges le 12 juillet", "fr")).toEqual({
    day: "12",
    month: "juillet",
    rest: "Fête des vendanges",
  });
  expect(date("Portes ouvertes samedi 1er août", "fr")).toEqual({ day: "1", month: "août", rest: "Portes ouvertes" });
  expect(date("Porte aperte il 3 maggio", "it")).toEqual({ day: "3", month: "maggio", rest: "Porte aperte" });
  expect(date("Am 40. März", "de")).toBeNull();
  expect(date("Ab 15 Uhr", "de")).toBeNull();
});

test("numbers stay with their words, and drawn marks replace typed ones", () => {
  expect(glue("bis 20 Uhr")).toBe("bis 20\u00a0Uhr");
  expect(glue("CHF 6.90")).toBe("CHF\u00a06.90");
  expect(glue("Täglich bis 23. Dezember")).toBe("Täglich bis 23.\u00a0Dezember");
  expect(glue("Offen ab 8. Wir freuen uns")).toBe("Offen ab\u00a08. Wir freuen uns");
  expect(quote("«Endlich ohne Angst.»")).toBe("Endlich ohne Angst.");
});

test("compounds break between their parts, and the author's soft hyphens win", () => {
  expect(addSoftHyphens("Wohngebäudeversicherung", same, "de")).toBe("Wohn\u00adgebäude\u00adversicherung");
  expect(addSoftHyphens("Rechts\u00adschutzversicherung", same, "de")).toBe("Rechts\u00adschutzversicherung");
  expect(addSoftHyphens("kurz", same, "de")).toBe("kurz");
  const split = (word: string): string => word.replace(/^(haft|wein|aben)/i, "$1\u00ad");
  expect(addSoftHyphens("Haftpflichtschutz", split, "de")).toBe("Haftpflicht\u00adschutz");
  expect(addSoftHyphens("Abenteuerlust", split, "de")).toBe("Aben\u00adteuerlust");
  expect(addSoftHyphens("Ostereiersuche", same, "de")).toBe("Ostereier\u00adsuche");
});

test("French words are split by syllables of their own, never as German compounds", () => {
  const asked: string[] = [];
  const hyphenate = (word: string, language: string): string => {
    asked.push(`${language} ${word}`);
    return word.replace("menta", "men\u00adta");
  };
  expect(addSoftHyphens("réglementation", hyphenate, "fr")).toBe("réglemen\u00adtation");
  expect(addSoftHyphens("superservice", same, "fr")).toBe("superservice");
  expect(addSoftHyphens("superservice", same, "de")).toBe("super\u00adservice");
  expect(asked).toEqual(["fr réglementation"]);
});

test("every pair of text and background is legible for any colors", () => {
  const steps = ["00", "33", "66", "8a", "99", "cc", "ff"];
  const colours = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)));
  for (const [index, background] of colours.entries()) {
    const button = colours[(index * 37) % colours.length] as string;
    const made = palette(background, button);
    expect(contrast(made.ink, background), `ink on ${background}`).toBeGreaterThanOrEqual(4.5);
    expect(contrast(made.soft, background), `soft on ${background}`).toBeGreaterThanOrEqual(4.5);
    expect(contrast(made.btnInk, made.btn), `button ${button}`).toBeGreaterThanOrEqual(4.5);
    for (const ground of [made.wash, made.tint, made.glow]) {
      expect(contrast(made.soft, ground), `soft on ${ground} over ${background}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test("a logo that would blend into the background gets a plate", () => {
  expect(logoPlate(["#ffffff"], "#12294b")).toBeNull();
  expect(logoPlate(["#111111"], "#101010")).toBe("#ffffff");
  expect(logoPlate(["#ffffff"], "#fefefe")).toBe("#14171c");
  expect(inkOn("#ffffff")).not.toBe("#ffffff");
});

const source = (body: string): string =>
  `<!--{"fonts":["Jost"],"slots":{"bb":1,"hp":1,"sk":1,"mr":1,"lb":1},"picture":"none"}--><style>.a{}</style>${body}`;

test("an image is opaque by the header of its file, not by its name", () => {
  const uri = (type: string, ...bytes: number[]): string =>
    `data:image/${type};base64,${btoa(String.fromCharCode(...bytes, ...Array<number>(40).fill(0)))}`;
  const riff = [...new TextEncoder().encode("RIFF....WEBP")];
  const webp = (chunk: string, ...rest: number[]): string =>
    uri("webp", ...riff, ...new TextEncoder().encode(chunk), ...rest);
  expect(isOpaque(webp("VP8 "))).toBe(true);
  expect(isOpaque(webp("VP8X", 0, 0, 0, 0, 0x00))).toBe(true);
  expect(isOpaque(webp("VP8X", 0, 0, 0, 0, 0x10))).toBe(false);
  expect(isOpaque(webp("VP8L", 0, 0, 0, 0, 0x2f, 0, 0, 0, 0x00))).toBe(true);
  expect(isOpaque(webp("VP8L", 0, 0, 0, 0, 0x2f, 0, 0, 0, 0x10))).toBe(false);
  expect(isOpaque(uri("jpeg", 0xff, 0xd8, 0xff))).toBe(true);
  expect(isOpaque(uri("png", 0x89))).toBe(false);
  expect(isOpaque("data:image/svg+xml,%3Csvg/%3E")).toBe(false);
  expect(isOpaque("data:image/webp;base64,AAAA")).toBe(false);
});

test("values are escaped and never parsed as template", () => {
  const { nodes } = parseTemplate(source(`<p title="{{title}}">{{#logo}}L{{/logo}}{{^logo}}-{{/logo}}</p>`));
  expect(fill(nodes, { title: `"><script>{{logo}}`, logo: "" })).toBe(
    `<p title="&#34;&#62;&#60;script&#62;{{logo}}">-</p>`,
  );
  expect(fill(nodes, { title: "", logo: "x" })).toBe(`<p title="">L</p>`);
});

test("rejects a template with unbalanced sections", () => {
  expect(() => parseTemplate(source("{{#a}}"))).toThrow("not closed");
  expect(() => parseTemplate(source("{{/a}}"))).toThrow("closes nothing");
  expect(() => parseTemplate("<p>")).toThrow("begins with its settings");
});

test("a feed product replaces title and image, and its price the amount", () => {
  const typed: BannerFields = {
    ...{ title: "Bäckerei Huber", description: "Jeden Sonntag frisch", buttonText: "Bestellen" },
    ...{ logo: null, images: [], background: "#ffffff", button: "#338cf5", lang: "de" },
  };
  const item = { title: "Sonntagszopf mit Alpenbutter aus dem Holzofen", price: "CHF 6.90", picture: null };
  expect(withItem({ derive: null }, typed, item)).toMatchObject({
    title: "Sonntagszopf mit Alpenbutter…",
    description: "CHF 6.90 – Jeden Sonntag frisch",
    buttonText: "Bestellen",
  });
  const large = withItem({ derive: "amount" }, typed, item);
  expect(amount(large.title)).toMatchObject({ number: "6.90", unit: "CHF", rest: "Sonntagszopf mit Alpenbutter…" });
  expect(large.description).toBe("Jeden Sonntag frisch");
  expect(withItem({ derive: "amount" }, typed, { ...item, price: "" }).title).toBe("Sonntagszopf mit Alpenbutter…");
});
