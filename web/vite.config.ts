import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { endpointsPlugin } from "./vite/endpoints-plugin.ts";
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
  "/email",
  "/files",
  "/health",
  "/ready",
];

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "/",
  plugins: [react(), endpointsPlugin(), precompressPlugin()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // Nothing is inlined: the page's CSP allows no data: scripts or styles, and fonts are better cached.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: true,
  },
  server: {
    proxy: Object.fromEntries(proxied.map((path) => [path, { target: server, changeOrigin: false }])),
  },
});
