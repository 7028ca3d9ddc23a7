import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestAnswer, TestClient } from "../../../testing/client.ts";
import { sendForm } from "../../../testing/forms.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { type ZipEntry, zipOf } from "../../../testing/zip.ts";

let stack: Stack;
let tech: TestClient;
beforeAll(async () => {
  stack = await startStack();
  tech = await stack.signIn("tech_admin");
  await send([{ name: "index.html", body: pageWith("") }]);
}, 120_000);
afterAll(() => stack?.close());

const pageWith = (body: string): string =>
  `<!doctype html><html><head><meta name="ad.size" content="width=300,height=250"><script>var clickTag = "";</script></head><body>${body}<a href="javascript:window.open(clickTag)">Go</a></body></html>`;

const send = (entries: ZipEntry[]): Promise<TestAnswer> =>
  sendForm(tech, "post", "/creatives/zip/get-html", {}, { file: [{ name: "banner.zip", body: storedZip(entries) }] });
/** Repetitive texts would be rejected as zip bombs if compressed. */
const storedZip = (entries: ZipEntry[]): Buffer => zipOf(entries.map((entry) => ({ ...entry, isStored: true })));

/** The longest time the event loop was blocked, in milliseconds. */
async function longestPause(work: () => Promise<void>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await work();
  // A pause is measured by the next timer after it.
  await new Promise((resolve) => setTimeout(resolve, 50));
  delay.disable();
  return delay.max / 1e6;
}

const svg = (inner: string): ZipEntry => ({
  name: "x.svg",
  body: `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`,
});
const script = (code: string): ZipEntry[] => [
  { name: "index.html", body: pageWith('<script src="a.js"></script>') },
  { name: "a.js", body: code },
];
const style = (css: string): ZipEntry[] => [
  { name: "index.html", body: pageWith('<link rel="stylesheet" href="a.css">') },
  { name: "a.css", body: css },
];
const times = (text: string, count: number): string => text.repeat(count);

test.each<[string, ZipEntry[]]>([
  ["80,000 commas in an animation", style(`a{animation:${times(",", 80_000)}}`)],
  ["nested parentheses in an animation", style(`a{animation:${times("(,", 300_000)}}`)],
  ["deeply nested media rules", style(times("@media all{", 150_000))],
  ["imports without an end", style(times("@import url(", 150_000))],
  ["imports of itself", style(times('@import "a.css";', 60_000))],
  [
    "imports that multiply",
    [
      ...style(times('@import "b.css";', 20_000)),
      { name: "b.css", body: times('@import "c.css";', 20_000) },
      { name: "c.css", body: times("b{color:red}", 20_000) },
    ],
  ],
  ["addresses followed by white space", style(`a{background:url(${times(" ", 1_900_000)}`)],
  ["two megabytes of opening parentheses", script(times("(", 1_990_000))],
  ["an endless template", script(times("`${", 600_000))],
  ["calls that open nothing", script(`${times("location", 200_000)}${times(" ", 300_000)}`)],
  ["a source set without an end", [{ name: "index.html", body: pageWith(`<img srcset="a${times(" ", 1_500_000)}">`) }]],
  [
    "200,000 attributes",
    [{ name: "index.html", body: pageWith(`<p ${Array.from({ length: 200_000 }, (_, i) => `a${i}`).join(" ")}>`) }],
  ],
  ["elements 100,000 deep", [{ name: "index.html", body: pageWith(times("<b>", 100_000)) }]],
  ["a drawing with document types", [{ name: "index.html", body: pageWith("") }, svg(times("<!DOCTYPE ", 150_000))]],
  ["a drawing with white space", [{ name: "index.html", body: pageWith("") }, svg(`href=${times(" ", 1_500_000)}`)]],
])(
  "a banner with %s does not block the event loop",
  async (_name, entries) => {
    let answer: TestAnswer | null = null;
    const pause = await longestPause(async () => {
      answer = await send(entries);
    });
    const { status, body } = answer as unknown as TestAnswer;
    expect([200, 422]).toContain(status);
    if (status === 422) expect(body.errors.file[0]).toContain("too complex");
    // An idle machine pauses for less than 100 ms; one that runs other tests longer.
    expect(pause).toBeLessThan(2000);
  },
  60_000,
);

test("rejects a banner that is too complex, in German too, and checks the next one", async () => {
  const german = await stack.signIn({ uid: "tech-de-2", role: "tech_admin", lang: "de" });
  const deep = storedZip([{ name: "index.html", body: pageWith(times("<b>", 100_000)) }]);
  const answer = await sendForm(
    german,
    "post",
    "/creatives/zip/get-html",
    {},
    { file: [{ name: "b.zip", body: deep }] },
  );
  expect(answer.status).toBe(422);
  expect(answer.body.errors.file[0]).toBe(
    "Das Banner ist zu komplex für die Prüfung. Vereinfachen Sie Seite, Stile und Skripte.",
  );
  expect((await send([{ name: "index.html", body: pageWith("") }])).body.report.ok).toBe(true);
});
