import { byteRange } from "@litfass/platform/http/byte-range";
import type { AdServer } from "../ad-server.ts";
import { empty, type HttpRequest, type HttpResponse, html, plain } from "../http-message.ts";
import { readToken, tokenIn } from "../tokens/ad-token.ts";
import { clickIn } from "../tokens/ad-urls.ts";
import { mayPreview } from "../tokens/preview-url.ts";
import { deliveredDocument, documentPolicy } from "./ad-document.ts";
import type { AdFile } from "./ad-file-cache.ts";

const name = /^([0-9a-f]{40})(?:\.[a-z0-9]{1,5})?$/;
const foreverHeaders = {
  "cache-control": "public, max-age=31536000, immutable",
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
};

/** `GET /ad/<hash>`: a banner document with its click URL, or an image or video. */
export async function answerAdFile(adServer: AdServer, file: string, request: HttpRequest): Promise<HttpResponse> {
  const hash = name.exec(file)?.[1];
  const served = hash === undefined ? null : await adServer.findFile(hash);
  const found = served ?? (hash === undefined ? null : await heldFile(adServer, hash, request));
  if (hash === undefined || found === null) return plain(404, "Not found.");
  if (!found.contentType.toLowerCase().startsWith("text/html")) return bytes(found.body, found.contentType, request);
  const token = tokenIn(request.query, "click");
  const isSigned = token !== "" && readToken(adServer.adSeal, "page", token) !== undefined;
  const clickUrl = isSigned ? clickIn(adServer.adsUrl, token, hash) : "";
  const document = deliveredDocument(found.body.toString(), clickUrl, adServer.adsUrl, isSigned ? token : "");
  return html(document, {
    "content-security-policy": documentPolicy(adServer.adsUrl),
    "cache-control": "private, max-age=3600",
    "cross-origin-resource-policy": "cross-origin",
    "referrer-policy": "no-referrer",
  });
}

/** A held file, for requests with a signed preview URL. */
async function heldFile(adServer: AdServer, hash: string, request: HttpRequest): Promise<AdFile | null> {
  const token = tokenIn(request.query, "look");
  const nowMs = adServer.engine.clock.now().getTime();
  return token !== "" && mayPreview(adServer.previews, hash, token, nowMs) ? adServer.findHeldFile(hash) : null;
}

/** The whole file or one range, for players. SVG is an image, never a document of this origin. */
function bytes(body: Buffer, contentType: string, request: HttpRequest): HttpResponse {
  const headers = {
    ...foreverHeaders,
    "content-type": contentType,
    "accept-ranges": "bytes",
    "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  };
  const range = byteRange(request.headers.range, body.length);
  if (range === "all") return { status: 200, headers, body };
  if (range === "unsatisfiable") return empty(416, { "content-range": `bytes */${body.length}` });
  return {
    status: 206,
    headers: { ...headers, "content-range": `bytes ${range.from}-${range.to}/${body.length}` },
    body: body.subarray(range.from, range.to + 1),
  };
}
