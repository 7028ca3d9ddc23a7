import type { Plugin } from "vite";

const stylesheet = /<link rel="stylesheet"[^>]*>/g;

/**
 * Moves the styles behind the early frame of index.html, so that it is painted without them: a style delays only what
 * follows it (HTML, 4.2.4.4), and the app's scripts, which run after it has loaded.
 */
export const lateStylesPlugin = (): Plugin => ({
  name: "litfass-late-styles",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(html) {
      const links = html.match(stylesheet) ?? [];
      return html.replaceAll(stylesheet, "").replace("</body>", `${links.join("")}</body>`);
    },
  },
});
