import { expect, test } from "vitest";
import { parseFile } from "../sources/parsed-file.ts";
import { anyTypes } from "./any-types.ts";
import { currencyLists } from "./currency-lists.ts";
import { blockLines, duplicateLines } from "./duplicate-lines.ts";
import { germanLiterals, isGerman } from "./german-literals.ts";
import { languageColumns } from "./language-columns.ts";
import { longStyles, maxStyleLines } from "./long-styles.ts";
import { moduleState } from "./module-state.ts";
import { priceLiterals } from "./price-literals.ts";
import { isSentence, sentenceLiterals } from "./sentence-literals.ts";
import { leadingSignatures } from "./signatures.ts";
import { unreasonedSkips } from "./skips.ts";
import { strayQueries } from "./stray-queries.ts";

const server = "server/src/modules/billing";
const places = (hits: { path: string; line: number }[]) => hits.map(({ path, line }) => `${path}:${line}`);

test("statements and Drizzle's sql are only allowed in *-sql.ts and tables.ts", () => {
  const statement = "\nawait tx.query(`\n  SELECT 1 FROM x`);";
  const files = [
    parseFile(`${server}/pay.ts`, statement),
    parseFile(`${server}/build.ts`, 'import { eq, sql } from "drizzle-orm";\nconst x = "UPDATE a SET b = 1";'),
    parseFile(`${server}/pay-sql.ts`, statement),
    parseFile(`${server}/tables.ts`, statement),
    parseFile(`${server}/pay.test.ts`, statement),
    parseFile(`${server}/types.ts`, 'import { type sql, eq } from "drizzle-orm";\nconst title = "Select a date";'),
    parseFile("server/src/modules/connections/google-ads/figures.ts", "const gaql = `SELECT a FROM b`;"),
  ];
  expect(places(strayQueries(files))).toEqual([`${server}/pay.ts:2`, `${server}/build.ts:1`, `${server}/build.ts:2`]);
});

test("a module has no state: neither variables nor collections that its functions change", () => {
  const code = [
    "let open = 0;",
    "export const cache = new Map<string, number>();",
    "const known = new Set([1]);",
    "const filled = new Map<string, number>();",
    'for (const name of ["a"]) filled.set(name, 1);',
    "export const keep = (at: string) => cache.set(at, open + (filled.get(at) ?? 0));",
    "export function local() { const cache2 = new Map(); return known.has(1) && cache2.set(1, 1); }",
  ].join("\n");
  const files = [`${server}/pay.ts`, `${server}/pay.test.ts`, "scripts/pay.ts"].map((path) => parseFile(path, code));
  expect(places(moduleState(files))).toEqual([`${server}/pay.ts:1`, `${server}/pay.ts:2`]);
});

test("German sentences are only allowed in the catalogs", () => {
  const text = 'say("Bitte wählen Sie einen Zeitraum");';
  const files = [
    parseFile(`${server}/pay.ts`, text),
    parseFile(`${server}/pay-texts.ts`, text),
    parseFile("web/src/i18n/de/billing.ts", text),
    parseFile("web/src/ui/x.tsx", "const x = <p>Das Budget ist für heute verbraucht</p>;"),
    parseFile(`${server}/pay.test.ts`, text),
    parseFile(
      `${server}/plain.ts`,
      'const a = ["Zürich", "die", "Bern und Umgebung", "The user must die in the end"];',
    ),
  ];
  expect(places(germanLiterals(files))).toEqual([`${server}/pay.ts:1`, "web/src/ui/x.tsx:1"]);
  expect(isGerman("Rechnung für März")).toBe(true);
  expect(isGerman("Über")).toBe(false);
});

test.each([
  ["a constant", "const cpmMinor = 2_500;"],
  ["a parameter's default", "function bid(priceMicros = 25000) {}"],
  ["a price by currency", "const cpm = { CHF: 2500 } as const;"],
  ["a list of plans", "const prices = { starter: { price_per_month: 50_000 } };"],
  ["prices under the names of plans", "const perMonth = { starter: 50_000 };"],
  ["a fallback", "const price = plan.price ?? 50_000;"],
  ["a member", "plan.price = 50_000n;"],
  ["the default CPM in micros under any name", "const charge = count * 25_000n;"],
])("finds a price in code: %s", (_where, code) => {
  expect(priceLiterals([parseFile(`${server}/pay.ts`, code)])).toHaveLength(1);
  for (const path of ["contract/src/settings/default-settings.ts", `${server}/pay.test.ts`, "sandbox/src/a.ts"])
    expect(priceLiterals([parseFile(path, code)])).toEqual([]);
});

test("finds an amount in the texts of the shop, not in those of sample banners", () => {
  const text = '{\n  "hero.price": "ab CHF 500 pro Monat",\n  "faq.cost.a": "25 € für {count} Einblendungen"\n}\n';
  const shop = "server/src/modules/site/landing/texts/de.json";
  expect(places(priceLiterals([parseFile(shop, text)]))).toEqual([`${shop}:2`, `${shop}:3`]);
  expect(priceLiterals([parseFile("server/src/modules/creatives/texts/de.json", text)])).toEqual([]);
});

test.each([
  ["a list", 'const offered = ["CHF", "EUR"] as const;'],
  ["a longer list", 'const accepted = ["EUR", "USD", "CHF"];'],
  ["a type", 'type Currency = "CHF" | "EUR";'],
  ["an object", "const least = { CHF: a, EUR: b };"],
  ["a check in SQL", "const where = sql`currency in ('CHF', 'EUR')`;"],
])("finds the default currencies enumerated: %s", (_where, code) => {
  expect(currencyLists([parseFile(`${server}/pay.ts`, code)])).toHaveLength(1);
  for (const path of ["contract/src/kernel/money.ts", `${server}/pay.test.ts`, "sandbox/src/a.ts"])
    expect(currencyLists([parseFile(path, code)])).toEqual([]);
});

test("one currency, and lists of other things, are no enumeration of currencies", () => {
  const code = 'const a = "CHF"; const b = ["EUR"]; const c = ["CHF", "EUR", "per month"]; type T = "EUR" | "USD";';
  expect(currencyLists([parseFile(`${server}/pay.ts`, code)])).toEqual([]);
});

test("finds texts with a column per language, and allows an object of files", () => {
  const found = (path: string, code: string) => languageColumns([parseFile(path, code)]);
  const table = 'const names = { en: "Stop", de: "Anhalten", fr: "Arrêter" };';
  expect(found("banner/src/video.ts", table)).toHaveLength(1);
  for (const path of ["contract/src/kernel/language.ts", "banner/src/video.test.ts", "sandbox/src/a.ts"])
    expect(found(path, table)).toEqual([]);
  expect(found("banner/src/video.ts", "const files = { en, de, fr }; const lengths = { de: 5, at: 7 };")).toEqual([]);
});

test("numbers that are no prices and prices that are read are allowed", () => {
  const code = `
    const firstPrice = 1; const minPriceFactor = 0.6; const maxPriceLength = 20; const maxRows = 2_500;
    const price = prices.cpm[currency]; const cpmMinor = position.cpmMinor ?? defaultCpmMinor; const waitMs = 25_000;`;
  expect(priceLiterals([parseFile(`${server}/pay.ts`, code)])).toEqual([]);
});

test("a pattern that matches German words is not a German text", () => {
  expect(isGerman("(?:nur|ab|für|bis zu|um)")).toBe(false);
});

test.each([
  ["an answer", 'reply.send({ message: "This campaign has no banners yet" });'],
  ["a message at a field", 'throw invalid({ email: ["This address is not known here"] });'],
  ["a mail", "await sendMail(platform, to, { subject: `Your campaign has ended today` });"],
  ["German", 'const title = "Ihre Kampagne läuft ab heute";'],
  ["HTML", "html`<main><p>Please sign in again to continue</p></main>`;"],
  ["a text inside an error's options", 'new Problem("invalid", { message: "Choose another name for it" });'],
  ["a pair of languages", 'const unknown = { en: "Unknown", de: "Unbekannt" };'],
])("finds a user-visible sentence in code: %s", (_where, code) => {
  for (const path of [`${server}/pay.ts`, "platform/src/http/a.ts", "contract/src/billing/a.ts", "banner/src/a.ts"]) {
    expect(places(sentenceLiterals([parseFile(path, `\n${code}`)]))).toEqual([`${path}:2`]);
  }
});

test("texts for operators and programmers are not user-visible", () => {
  const code = [
    'throw new Error("The invoice has no number at all");',
    "throw new ConfigError(`The port must be a number`);",
    'log.warn({ id }, "The mail server did not answer");',
    'say("Waiting for the database to start");',
    'const list = endpoint({ summary: "The campaigns that the caller may see" });',
    'z.string().describe("Name of the campaign as customers see it");',
    "tx.execute(sql`UPDATE campaigns SET name = name`);",
    'const query = "SELECT campaign.id FROM campaign";',
    'const path = "M8.6 9C9.6 5.9 12.5 4 16 4s6.4 1.9 7.4 5z";',
    'const title = t(lang, "campaign.title");',
  ].join("\n");
  expect(sentenceLiterals([parseFile(`${server}/pay.ts`, code)])).toEqual([]);
  const said = 'const text = "This campaign has no banners yet";';
  const elsewhere = ["pay-texts.ts", "pay.test.ts", "seed-demo-pay.ts"].map((file) =>
    parseFile(`${server}/${file}`, said),
  );
  expect(sentenceLiterals([...elsewhere, parseFile("web/src/ui/x.ts", said)])).toEqual([]);
});

test("a sentence has four words and a capital letter", () => {
  expect(["Give the campaign a name", "A day has passed"].map(isSentence)).toEqual([true, true]);
  expect(isSentence("CH DE FR IT LI")).toBe(false);
  expect(["Not found", "no capital letter here", "Litfass <no-reply@example.ch>"].map(isSentence)).toEqual([
    false,
    false,
    false,
  ]);
});

test("any counts where it is a type", () => {
  const file = parseFile("a.ts", "// any\nconst any = 1 as unknown;\nlet x: any;\nf<any[]>(any);");
  expect(places(anyTypes([file]))).toEqual(["a.ts:3", "a.ts:4"]);
});

test("a style sheet has a maximum length", () => {
  const css = (lines: number) => parseFile(`a-${lines}.css`, "a {}\n".repeat(lines));
  expect(places(longStyles([css(maxStyleLines), css(maxStyleLines + 1)]))).toEqual([`a-${maxStyleLines + 1}.css:1`]);
});

test("counts first parameters of exported async functions by form", () => {
  const files = [
    parseFile(`${server}/a.ts`, "export async function a(tx: Tx, { id }: Pay, now: Date) {}"),
    parseFile(`${server}/b.ts`, "export const b = async (other: Tx, pay: Pay = none) => {};"),
    parseFile(
      `${server}/c.ts`,
      "export async function c(pay: Pay, tx: Tx) {}\nasync function d(x: X) {}\nexport function e(y: Y) {}",
    ),
    parseFile("server/src/modules/users/a.ts", "export async function a(tx: Tx, pay: Pay) {}"),
    parseFile("platform/src/a.ts", "export async function a(tx: Tx) {}"),
  ];
  expect(leadingSignatures(files).map(({ path, text }) => [path, text])).toEqual([
    [`${server}/a.ts`, "(Tx)"],
    [`${server}/c.ts`, "(Pay)"],
    ["server/src/modules/users/a.ts", "(Tx)"],
  ]);
});

test("finds a duplicated block of code, ignoring imports and comments", () => {
  const block = Array.from({ length: blockLines }, (_, at) => `const value${at} = ${at};`).join("\n");
  const head = 'import {\n  a,\n} from "a";\n';
  const files = [
    parseFile("a/a.ts", `${head}${block}`),
    parseFile("b/b.ts", `${head}// another\nuse();\n${block.replaceAll("const", "  const")}`),
    parseFile("c/c.ts", `${head}${block.replace("= 5", "= 55")}`),
    parseFile("d/d.test.ts", block),
  ];
  expect(places(duplicateLines(files))).toEqual(["b/b.ts:6"]);
});

test("a test is skipped by options that give the reason", () => {
  const text =
    'test.skipIf(x)("a", f);\ntest("b", needs("ffmpeg"), f);\ndescribe.only("c", f);\nlist.skip(1);\ntest.each([1])("d", f);';
  expect(places(unreasonedSkips([parseFile("a.test.ts", text), parseFile("a.ts", text)]))).toEqual([
    "a.test.ts:1",
    "a.test.ts:3",
  ]);
});
