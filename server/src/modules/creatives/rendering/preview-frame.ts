/**
 * A page that shows the banners posted to it. The application's policy forbids inline scripts and is inherited by
 * frames with `srcdoc`, so the studio frames this page, posts `{html}` to it and receives the visible parts of a
 * format. A new banner is rendered behind the old one and replaces it once its texts are fitted, so typing does not
 * flicker.
 */

/** Runs in each banner shown here: reports its visible parts once its texts are fitted. */
const report = `
const parts = {title: ".t", description: ".d", button: ".b,.bar", logo: ".logo img", picture: ".pic,.obj img,.obj video"};
const seen = (selector) => [...document.querySelectorAll(selector)].some((part) => part.getClientRects().length > 0);
const tell = () => {
  if (!document.documentElement.classList.contains("go")) return requestAnimationFrame(tell);
  const shown = Object.keys(parts).filter((name) => seen(parts[name]));
  parent.postMessage({kind: "fitted", shown, shortened: document.querySelector(".clip") !== null}, "*");
};
tell();`;

const script = `
const report = ${JSON.stringify(`<script>${report}</script>`).replaceAll("<", "\\u003c")};
let newest = null;
addEventListener("message", ({source, data}) => {
  if (source === parent && typeof data?.html === "string") {
    newest?.dataset.shown || newest?.remove();
    newest = document.createElement("iframe");
    newest.srcdoc = data.html.replace("</body>", () => report + "</body>");
    document.body.append(newest);
  } else if (newest && source === newest.contentWindow && data?.kind === "fitted") {
    newest.dataset.shown = "yes";
    for (const frame of document.querySelectorAll("iframe")) if (frame !== newest) frame.remove();
    parent.postMessage({kind: "banner", shown: data.shown, shortened: data.shortened}, "*");
  }
});
parent.postMessage({kind: "ready"}, "*");`;

export const previewFrame = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Banner</title>
<style>html,body{margin:0;height:100%;overflow:hidden}
iframe{position:absolute;inset:0;width:100%;height:100%;border:0;visibility:hidden}iframe[data-shown]{visibility:visible}</style>
</head><body><script>${script}</script></body></html>
`;
