import { type Language, languages } from "@litfass/contract/kernel/language";
import { escapeMarkup } from "../../kernel/escape-markup.ts";
import type { AdServer } from "../ad-server.ts";
import { visitorIdOf } from "../ads/visitor-id.ts";
import { empty, type HttpRequest, type HttpResponse, html, plain } from "../http-message.ts";
import { readToken, tokenIn } from "../tokens/ad-token.ts";
import { paths } from "../tokens/ad-urls.ts";
import { hasOptedOut, optOutCookie } from "./opt-out-cookie.ts";
import { t } from "./texts.ts";

const style =
  "body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1.25rem;color:#0c1219;background:#fff}" +
  "h1{font-size:2rem;line-height:1.2}" +
  "button{font:inherit;font-weight:600;padding:.7rem 1.2rem;border:0;border-radius:8px;background:#1463b8;color:#fff;cursor:pointer}" +
  "a{color:#1463b8}" +
  "@media(prefers-color-scheme:dark){body{color:#eef2f6;background:#0c1219}a{color:#8fc4ff}}";

/** By the parameter `lang`, else the browser's first language that there is. */
function languageOf({ query, headers }: HttpRequest): Language {
  const wanted = [tokenIn(query, "lang"), ...(headers["accept-language"] ?? "").split(",")];
  const codes = wanted.map((entry) => entry.trim().slice(0, 2).toLowerCase());
  return codes.flatMap((code) => languages.filter((language) => language === code))[0] ?? "en";
}

const isToken = /^[\w.-]{0,4000}$/;

/**
 * `GET /opt-out`: the page on which visitors opt out of being recognized, or read that they have. `t` is the token of the
 * ad whose label led here. Works without scripts.
 */
export function showOptOut(adServer: AdServer, request: HttpRequest): HttpResponse {
  const language = languageOf(request);
  const token = tokenIn(request.query, "t");
  const action = `${paths.optOut}?lang=${language}${isToken.test(token) && token !== "" ? `&t=${token}` : ""}`;
  const say = (key: Parameters<typeof t>[1]): string => escapeMarkup(t(language, key));
  const choice = hasOptedOut(request.headers)
    ? `<p role="status"><strong>${say("optOut.done")}</strong></p><p>${say("optOut.undo")}</p>`
    : `<form method="post" action="${escapeMarkup(action)}"><button type="submit">${say("optOut.button")}</button></form>`;
  const document =
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">` +
    `<meta name="color-scheme" content="light dark"><title>${say("optOut.title")}</title><style>${style}</style></head>` +
    `<body><main><h1>${say("optOut.title")}</h1><p>${say("optOut.what")}</p>${choice}<p>${say("optOut.signals")}</p>` +
    `<p><a href="${escapeMarkup(`${adServer.publicUrl}/privacy`)}">${say("optOut.privacy")}</a></p></main></body></html>`;
  return html(document, {
    "cache-control": "no-store",
    vary: "accept-language, cookie",
    "content-security-policy":
      `default-src 'none'; style-src 'unsafe-inline'; form-action ${adServer.adsUrl}; ` +
      "base-uri 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
  });
}

/**
 * `POST /opt-out`: replaces the visitor's ID by the choice, and stops recognizing the pseudonyms under which this visitor
 * is known: the one of the cookie, and the one of the ad that led here. 403 for a form of another site.
 */
export function optOut(adServer: AdServer, request: HttpRequest): HttpResponse {
  const from = request.headers["sec-fetch-site"];
  if (from !== undefined && from !== "same-origin" && from !== "none") return plain(403, "Not allowed.");
  const id = visitorIdOf(request.headers);
  if (id !== "") adServer.optOuts.add(adServer.keys.ofOwn(id));
  const ad = readToken(adServer.adSeal, "page", tokenIn(request.query, "t"));
  if (ad !== undefined) adServer.optOuts.add(ad.visitorKey);
  return empty(303, {
    location: `${adServer.adsUrl}${paths.optOut}?lang=${languageOf(request)}`,
    "cache-control": "no-store",
    "set-cookie": optOutCookie(adServer.adsUrl),
  });
}
