import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { FastifyInstance } from "fastify";

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** The static files by name; each part adds its own. */
const assets: Record<string, string> = {
  "sandbox.css": "look/sandbox.css",
  "components.css": "look/components.css",
  "theme.js": "look/theme.js",
  "switches.js": "look/switches.js",
  "mark.svg": "look/mark.svg",
  "exchange.css": "exchange/exchange.css",
  "exchange-page.js": "exchange/exchange-page.js",
  "checkout.css": "cards/checkout/checkout.css",
  "checkout-page.js": "cards/checkout/checkout-page.js",
  "mailbox.css": "mailbox/mailbox.css",
  "sign-in.css": "sign-in/sign-in.css",
};

const source = path.join(import.meta.dirname, "..");
const require = createRequire(import.meta.url);
const fontFile = require.resolve("@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2");

/** `GET /assets/<name>`: style sheets, scripts, the logo and the typeface. */
export function lookRoutes(app: FastifyInstance): void {
  const files = Object.entries(assets).map(([name, file]) => [name, path.join(source, file)] as const);
  const font = ["inter.woff2", fontFile] as const;
  for (const [name, file] of [...files, font]) {
    const body = readFileSync(file);
    const type = types[path.extname(name)] ?? "application/octet-stream";
    app.get(`/assets/${name}`, async (_request, reply) =>
      reply.type(type).header("cache-control", "public, max-age=300").send(body),
    );
  }
}
