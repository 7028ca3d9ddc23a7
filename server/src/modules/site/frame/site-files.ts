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
  const style = pageFont(dist) + shortened(styles.map(text).join("\n"));
  return {
    style,
    stylesheet: serveText("site.css", "text/css; charset=utf-8", style),
    script: serveText("site.js", "text/javascript; charset=utf-8", text("site.js")),
    themeScript: themeScriptOf(dist),
  };
}

function addressOf(name: string, content: string): string {
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
