import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pageFont } from "@litfass/platform/http/pages/server-page";
import { themeScriptOf } from "@litfass/platform/http/pages/theme-script";
import type { FastifyInstance } from "fastify";
import { sendCompressed } from "./send-html.ts";

const assets = path.join(import.meta.dirname, "../assets");
const styles = [
  "base.css",
  "languages.css",
  "footer.css",
  "hero.css",
  "landing.css",
  "forms.css",
  "try-it.css",
  "pages.css",
  "guide.css",
  "report.css",
  "narrow.css",
];
const immutable = "public, max-age=31536000, immutable";

/**
 * The characters of `inter.woff2`: those of the four languages. Other characters load the larger files of the web app's
 * build. README.md says how the file is made.
 */
export const ownFontRange =
  "U+20-7E,U+A0,U+A9,U+AB,U+B0,U+B7,U+BB,U+C0,U+C2,U+C4,U+C6-CB,U+CE,U+CF,U+D4,U+D6,U+D7,U+D9,U+DB,U+DC,U+E0-E2,U+E4,U+E6-EC,U+EE,U+EF,U+F2,U+F4,U+F6,U+F9,U+FB,U+FC,U+FF,U+152,U+153,U+2013,U+2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+202F,U+20AC,U+2192,U+2212";

/** What the public pages need from files. */
export type SiteFiles = {
  /** The rules of the public pages, and the address of the same rules as a file. */
  style: string;
  stylesheet: string;
  /** The address of the script of pages with a form; like every address of a file it carries a hash of the content. */
  script: string;
  /** The text of the script that chooses light or dark before the first paint; null without a build. */
  themeScript: string | null;
};

/** Serves the style and the script of the public pages, with the typeface of the build in `dist`. */
export function serveSiteFiles(app: FastifyInstance, dist: string): SiteFiles {
  const text = (name: string): string => readFileSync(path.join(assets, name), "utf8");
  const serveText = (name: string, type: string, content: string): string => {
    const url = addressOf(name, content);
    app.get(url, (request, reply) =>
      sendCompressed(
        request,
        reply.type(type).headers({ "cache-control": immutable, vary: "accept-encoding" }),
        content,
      ),
    );
    return url;
  };
  // A later rule for the same characters wins over those of the build.
  const fonts = pageFont(dist) + ownFontRule(serveFont(app));
  const style = fonts + shortened(styles.map(text).join("\n"));
  return {
    style,
    stylesheet: serveText("site.css", "text/css; charset=utf-8", style),
    script: serveText("site.js", "text/javascript; charset=utf-8", text("site.js")),
    themeScript: themeScriptOf(dist),
  };
}

/** Serves the typeface of the public pages and returns its address. */
function serveFont(app: FastifyInstance): string {
  const font = readFileSync(path.join(assets, "inter.woff2"));
  const url = addressOf("inter.woff2", font);
  app.get(url, (_request, reply) => reply.type("font/woff2").header("cache-control", immutable).send(font));
  return url;
}

/** With the weights of the build's rules: a browser combines only rules of the same weights. */
const ownFontRule = (url: string): string =>
  `@font-face{font-family:"Inter Variable";font-style:normal;font-display:swap;font-weight:100 900;src:url(${url}) format("woff2");unicode-range:${ownFontRange}}\n`;

function addressOf(name: string, content: string | Buffer): string {
  const { name: base, ext } = path.parse(name);
  return `/site/${base}-${createHash("sha256").update(content).digest("hex").slice(0, 10)}${ext}`;
}

/** Style rules without comments and indentation. */
const shortened = (css: string): string =>
  css
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .split("\n")
    .map((line) => line.trim())
    .join("");
