import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { Language } from "@litfass/contract/kernel/language";
import type { Brand } from "@litfass/contract/settings/operator-settings";
import type { FastifyInstance, FastifyReply } from "fastify";
import { apiBase } from "../mount.ts";
import { type Html, html } from "./html.ts";

const stylePath = "/page.css";
const imagePath = `${apiBase}/site/images/`;

export type ServerPage = {
  language: Language;
  title: string;
  body: Html;
  /** URL of the page's additional styles. */
  stylesheet?: string;
  /** Personal pages are excluded from search engines. */
  isPersonal?: boolean;
};

/** Serves the shared styles of server-rendered pages, with the typeface of the web app's build in `dist`. */
export function addServerPageStyle(app: FastifyInstance, dist: string): void {
  const whole = pageFont(dist) + style;
  app.get(stylePath, (_request, reply) => reply.type("text/css; charset=utf-8").send(whole));
}

/**
 * Sends a page with the operator's logo and colors. It works without the web app and without scripts; with scripts,
 * it follows the dark mode chosen in the app.
 */
export const sendServerPage = (reply: FastifyReply, page: ServerPage): FastifyReply =>
  reply
    .type("text/html; charset=utf-8")
    .send(frame(page, reply.server.services.platform.settings.current().brand).text);

const mark = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><g class="k"><circle cx="16" cy="2.600" r="1.600" /><path d="M8.600 9C9.600 5.900 12.500 4 16 4s6.400 1.900 7.400 5z" /><rect x="6" y="9" width="20" height="3" rx=".8" /><rect x="6" y="27.500" width="20" height="3.500" rx=".8" /></g><path d="M8 12h16v15.500H8z" fill="#338CF5" /><path d="M9.600 14h7.400v10H9.600z" fill="#FFFFFF" /><path d="M18.400 13.400h4v5.200h-4z" fill="#FFC94A" /><path d="M18.400 20h4v6h-4z" fill="#0C1219" /><path d="M11 16.600h4.600v1.400H11zM11 19.200h3.200v1.400H11z" fill="#0C1219" /></svg>`;

/** The operator's logo, or the mark with the name; with dark mode the page chooses one of two logos. */
function headOf({ operator_name: name, logo_light: light, logo_dark: dark, mark: own }: Brand): Html {
  if (light !== null) {
    return html`<img class="logo on-light" src="${imagePath}${light}" alt=""><img class="logo on-dark${dark === null && " plate"}" src="${imagePath}${dark ?? light}" alt="">`;
  }
  return html`${own === null ? mark : html`<img class="mark" src="${imagePath}${own}" alt="">`}<span>${name}</span>`;
}

const frame = (
  { language, title, body, stylesheet, isPersonal }: ServerPage,
  brand: Brand,
): Html => html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title} - ${brand.operator_name}</title>${isPersonal && html`<meta name="robots" content="noindex">`}<link rel="icon" href="/mark.svg" type="image/svg+xml"><script src="/theme.js"></script><link rel="stylesheet" href="${stylePath}">${stylesheet && html`<link rel="stylesheet" href="${stylesheet}">`}</head>
<body><header><a href="/" aria-label="${brand.operator_name}">${headOf(brand)}</a></header><main>${body}</main></body></html>`;

const dark =
  "color-scheme:dark;--on-light:none;--on-dark:block;--page:#0C1219;--sheet:#131C26;--line:#243140;--ink:#F2F2EE;--ink2:#A9B4BF;--caption:#8D9AA7;--link:#6DB0FA;--ok:#4CC79A;--warn:#F0B429;--error:#FF8A80";
const style = `
:root{color-scheme:light dark;--on-light:block;--on-dark:none;--page:#F5F5F2;--sheet:#FFFFFF;--line:#E0E0DA;--ink:#121B26;--ink2:#4B5866;--caption:#5D6976;--link:#1767CE;--brand:#338CF5;--ok:#0E6B4F;--warn:#8A5300;--error:#B3202C}
@media(prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}
:root[data-theme=dark]{${dark}}
:root[data-theme=light]{color-scheme:light}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:400 16px/26px "Inter Variable",Inter,"Inter Fallback",system-ui,-apple-system,"Segoe UI",sans-serif}
header{padding:24px max(32px,calc(50% - 344px));border-bottom:1px solid var(--line)}
header a{display:inline-flex;align-items:center;gap:8px;color:var(--ink);text-decoration:none;font-weight:700;font-size:19px;letter-spacing:-.01em}
.mark{width:30px;height:30px;object-fit:contain}.logo{height:38px;max-width:240px;object-fit:contain;object-position:left}.plate{height:46px;padding:5px 10px;border-radius:6px;background:#FFFFFF}.on-light{display:var(--on-light)}.on-dark{display:var(--on-dark)}.k{fill:var(--ink)}
main{max-width:752px;margin:0 auto;padding:40px 32px 96px}
h1{font-size:38px;line-height:44px;font-weight:700;letter-spacing:-.02em;margin:0 0 8px;text-wrap:balance;hyphens:auto}
h2{font-size:20px;line-height:28px;font-weight:650;letter-spacing:-.01em;margin:36px 0 8px}
p{margin:0 0 12px;color:var(--ink2)}
address{font-style:normal;color:var(--ink2);margin:0 0 12px}
a{color:var(--link)}
.caption{color:var(--caption);font-size:14px}
nav{display:flex;flex-wrap:wrap;gap:4px 20px;margin-bottom:32px}
nav a{min-height:44px;display:inline-flex;align-items:center}
nav a[aria-current]{color:var(--ink);font-weight:600;text-decoration:none}
.main,button{display:inline-flex;align-items:center;min-height:44px;padding:0 20px;border:0;border-radius:6px;background:var(--brand);color:#0C1219;font:inherit;font-weight:560;text-decoration:none;cursor:pointer}
.main:hover,button:hover{background:#5BA4F8}
a:focus-visible,button:focus-visible{outline:2px solid var(--brand);outline-offset:2px}
@media(max-width:480px){header{padding:16px}main{padding:24px 16px 72px}h1{font-size:28px;line-height:34px}}
`;

/**
 * The characters of `web/src/ui/fonts/inter-basic.woff2`: those of the four languages. Only other characters load the
 * larger files.
 */
export const basicFontRange =
  "U+20-7E,U+A0,U+A9,U+AB,U+B0,U+B7,U+BB,U+C0,U+C2,U+C4,U+C6-CB,U+CE,U+CF,U+D4,U+D6,U+D7,U+D9,U+DB,U+DC,U+E0-E2,U+E4,U+E6-EC,U+EE,U+EF,U+F2,U+F4,U+F6,U+F9,U+FB,U+FC,U+FF,U+152,U+153,U+2013,U+2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+202F,U+20AC,U+2192,U+2212";

/** The typeface's files by the start of their names. Of rules for the same characters the last one wins. */
export const fontRanges = {
  "inter-latin-opsz-normal":
    "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
  "inter-latin-ext-opsz-normal":
    "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113",
  "inter-basic": basicFontRange,
} as const;

/**
 * Arial in the size of Inter, so that lines keep their length when the typeface arrives. Bold text is adjusted apart:
 * Inter has a narrower shape in headings.
 */
const fallbacks = [
  { fonts: ["Arial", "Liberation Sans"], weights: "100 550", size: "106%", ascent: "91.4%", descent: "22.8%" },
  {
    fonts: ["Arial Bold", "Liberation Sans Bold"],
    weights: "551 900",
    size: "97.5%",
    ascent: "99.4%",
    descent: "24.7%",
  },
];
const fallbackRules = fallbacks
  .map(({ fonts, weights, size, ascent, descent }) => {
    const sources = fonts.map((font) => `local("${font}")`).join(",");
    return `@font-face{font-family:"Inter Fallback";font-weight:${weights};src:${sources};size-adjust:${size};ascent-override:${ascent};descent-override:${descent};line-gap-override:0%}\n`;
  })
  .join("");

/**
 * The font rules for the server's pages with the typeface from the web app's build; only the fallback without a build. Pages show
 * their text in the fallback at once: preloading the typeface would delay the styles on slow connections.
 */
export function pageFont(dist: string): string {
  const folder = path.join(dist, "assets");
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const rules = Object.entries(fontRanges).map(([name, range]) => {
    const file = files.find((each) => new RegExp(`^${name}-[\\w-]{8}\\.woff2$`).test(each));
    if (!file) return "";
    return `@font-face{font-family:"Inter Variable";font-style:normal;font-display:swap;font-weight:100 900;src:url(/assets/${file}) format("woff2");unicode-range:${range}}\n`;
  });
  return [...rules, fallbackRules].join("");
}
