import { inflateSync } from "node:zlib";

type Objects = Map<string, { dictionary: string; stream: string }>;

/** The texts of a PDF in painting order, one line for each text operation, as a reader extracts them. */
export const pdfText = (pdf: Buffer): string => pdfPages(pdf).join("\n");

/** The same by page; `untagged`: only what is neither in a structure element nor an artifact. */
export function pdfPages(pdf: Buffer, which: "all" | "untagged" = "all"): string[] {
  const objects = objectsOf(pdf);
  const fonts = fontsOf(objects);
  return [...objects.values()]
    .filter(({ stream }) => /\bBT\b/.test(stream))
    .map(({ stream }) => linesOf(stream, fonts, which).join("\n"));
}

/** One operation per line, as pdfkit writes them. */
const operation = /^(?:\/(F\d+) \S+ Tf|\[([^\]]*)\] TJ|\/(I\d+) Do|\S.*(BDC|BMC)|(EMC))$/;

function linesOf(stream: string, fonts: Map<string, Map<string, string>>, which: "all" | "untagged"): string[] {
  const lines: string[] = [];
  let signs = new Map<string, string>();
  let depth = 0;
  for (const line of stream.split("\n")) {
    const [, font, shown, image, begins, ends] = operation.exec(line) ?? [];
    if (font !== undefined) signs = fonts.get(font) ?? new Map();
    if (begins) depth += 1;
    if (ends) depth -= 1;
    if (which === "untagged" && depth > 0) continue;
    if (shown !== undefined) lines.push(textOf(shown, signs));
    if (which === "untagged" && image !== undefined) lines.push(image);
  }
  return lines;
}

const textOf = (shown: string, signs: Map<string, string>): string =>
  [...shown.matchAll(/<([0-9a-f]*)>/g)]
    .flatMap(([, glyphs = ""]) => glyphs.match(/.{4}/g) ?? [])
    .map((glyph) => signs.get(glyph) ?? "\uFFFD")
    .join("");

function objectsOf(pdf: Buffer): Objects {
  const objects: Objects = new Map();
  const text = pdf.toString("latin1");
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [, id = "", body = ""] = match;
    const at = body.indexOf("stream\n");
    const dictionary = at < 0 ? body : body.slice(0, at);
    objects.set(id, {
      dictionary,
      stream: at < 0 ? "" : contentOf(body.slice(at + 7, body.lastIndexOf("\nendstream"))),
    });
  }
  return objects;
}

/** Pictures and fonts are no text. */
function contentOf(stream: string): string {
  try {
    return inflateSync(Buffer.from(stream, "latin1")).toString("latin1");
  } catch {
    return "";
  }
}

/** The characters of each font's glyphs, from its `ToUnicode` map. */
function fontsOf(objects: Objects): Map<string, Map<string, string>> {
  const fonts = new Map<string, Map<string, string>>();
  for (const { dictionary } of objects.values()) {
    for (const [, name = "", id = ""] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.dictionary ?? "")?.[1];
      fonts.set(name, signsOf(objects.get(map ?? "")?.stream ?? ""));
    }
  }
  return fonts;
}

function signsOf(map: string): Map<string, string> {
  const signs = new Map<string, string>();
  for (const [, first = "", list = ""] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    for (const [at, [, units = ""]] of [...list.matchAll(/<([0-9a-f ]+)>/g)].entries()) {
      const glyph = (Number.parseInt(first, 16) + at).toString(16).padStart(4, "0");
      const codes = units.match(/[0-9a-f]{4}/g) ?? [];
      signs.set(glyph, String.fromCharCode(...codes.map((code) => Number.parseInt(code, 16))));
    }
  }
  return signs;
}
