import { byteRange } from "@litfass/platform/http/byte-range";
import type { Delivery } from "../ad-server.ts";
import { empty, html, plain, type WireAnswer, type WireRequest } from "../http-message.ts";
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

/** `GET /ad/<hash>`: a banner document with its click address in place, or an image or a video as it is. */
export async function answerAdFile(delivery: Delivery, file: string, request: WireRequest): Promise<WireAnswer> {
  const hash = name.exec(file)?.[1];
  const served = hash === undefined ? null : await delivery.findFile(hash);
  const found = served ?? (hash === undefined ? null : await heldFile(delivery, hash, request));
  if (hash === undefined || found === null) return plain(404, "Not found.");
  if (!found.contentType.toLowerCase().startsWith("text/html")) return bytes(found.body, found.contentType, request);
  const token = tokenIn(request.query, "click");
  const isSigned = token !== "" && readToken(delivery.adSeal, "page", token) !== undefined;
  const clickUrl = isSigned ? clickIn(delivery.adsUrl, token, hash) : "";
  const document = deliveredDocument(found.body.toString(), clickUrl, delivery.adsUrl, isSigned ? token : "");
  return html(document, {
    "content-security-policy": documentPolicy(delivery.adsUrl),
    "cache-control": "private, max-age=3600",
    "cross-origin-resource-policy": "cross-origin",
    "referrer-policy": "no-referrer",
  });
}

/** A file that is not served yet, for requests with an address that the API signed for its preview. */
async function heldFile(delivery: Delivery, hash: string, request: WireRequest): Promise<AdFile | null> {
  const token = tokenIn(request.query, "look");
  const nowMs = delivery.engine.clock.now().getTime();
  return token !== "" && mayPreview(delivery.previews, hash, token, nowMs) ? delivery.findHeldFile(hash) : null;
}

/** The whole file or the one range that players ask for. SVG is shown, never run as a document of this origin. */
function bytes(body: Buffer, contentType: string, request: WireRequest): WireAnswer {
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
