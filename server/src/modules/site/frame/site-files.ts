import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pageFont } from "@litfass/platform/http/pages/server-page";
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
  "narrow.css",
];
const immutable = "public, max-age=31536000, immutable";

/** The addresses of the files that the public pages load; each carries a hash of its content. */
export type SiteFiles = { stylesheet: string; script: string; font: string | null };

/** Serves the style and the script of the public pages, with the typeface of the build in `dist`. */
export function serveSiteFiles(app: FastifyInstance, dist: string): SiteFiles {
  const { rules, preload } = pageFont(dist);
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
  return {
    stylesheet: serveText("site.css", "text/css; charset=utf-8", rules + shortened(styles.map(text).join("\n"))),
    script: serveText("site.js", "text/javascript; charset=utf-8", text("site.js")),
    font: preload,
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
