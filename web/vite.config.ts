import { fileURLToPath } from "node:url";
import { languages } from "@litfass/contract/kernel/language";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { catalogsPlugin } from "./vite/catalogs-plugin.ts";
import { codeSplitting } from "./vite/chunks.ts";
import { endpointsPlugin } from "./vite/endpoints-plugin.ts";
import { firstLoadPlugin } from "./vite/first-load-plugin.ts";
import { lateStylesPlugin } from "./vite/late-styles-plugin.ts";
import { mapTilesPlugin } from "./vite/map-tiles-plugin.ts";
import { precompressPlugin } from "./vite/precompress-plugin.ts";

const server = `http://127.0.0.1:${process.env.PORT ?? 8080}`;
const proxied = [
  "/api",
  "/identitytoolkit.googleapis.com",
  "/securetoken.googleapis.com",
  "^/creatives/(frame|sample|iframe|review)",
  "^/invoices/.+",
  "^/(facebook/|google-ads/)?oauth",
  "/billing/checkout",
  "/plans",
  // The public pages.
  "^/(\\?|$)",
  `^/(${languages.join("|")})(/|\\?|$)`,
  "^/(agency|services|contact|terms|agb|privacy|imprint|try)(\\?|$)",
  "/site/",
  "/email",
  "/files",
  "/health",
  "/ready",
];

const root = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  root,
  base: "/",
  plugins: [
    react(),
    endpointsPlugin(),
    catalogsPlugin(),
    mapTilesPlugin(),
    firstLoadPlugin(),
    lateStylesPlugin(),
    precompressPlugin(),
  ],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // Nothing is inlined: the page's CSP allows no data: scripts or styles, and fonts are better cached.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: true,
    rolldownOptions: { output: { codeSplitting: codeSplitting(root) } },
  },
  server: {
    proxy: Object.fromEntries(proxied.map((path) => [path, { target: server, changeOrigin: false }])),
  },
});
