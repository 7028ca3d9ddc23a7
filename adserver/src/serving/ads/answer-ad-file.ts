import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { byteRange } from "@litfass/platform/http/byte-range";
import type { AdServer } from "../ad-server.ts";
import { acceptsGzip, empty, type HttpRequest, type HttpResponse, html, plain } from "../http-message.ts";
import { readToken, tokenIn } from "../tokens/ad-token.ts";
import { clickIn, exchangeClickIn } from "../tokens/ad-urls.ts";
import { mayPreview } from "../tokens/preview-url.ts";
import { deliveredDocument, documentPolicy } from "./ad-document.ts";
import type { AdFile } from "./ad-file-cache.ts";
import { answerTag } from "./answer-third-party-tag.ts";

/** `<hash>`, `<hash>.html`, `<hash>/<path>`, and with a preview token `<hash>/~<token>/<path>`. */
const address = /^([0-9a-f]{40})(?:\.[a-z0-9]{1,5}|\/(?:~([^/]+)\/)?(.+))?$/;
const foreverHeaders = {
  "cache-control": "public, max-age=31536000, immutable",
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
};

type Asked = { hash: string; path: string; previewToken: string };

/**
 * `GET /ad/<hash>`: a banner document with its click URL, a third-party tag, or an image or video. An uploaded banner
 * is a folder: its document redirects to its own path in there, so that the browser resolves every relative URL to
 * `/ad/<hash>/<path>`.
 */
export async function answerAdFile(adServer: AdServer, file: string, request: HttpRequest): Promise<HttpResponse> {
  const asked = askedFor(file, request);
  const found = asked === null ? null : await findFile(adServer, asked, asked.hash);
  if (asked === null || found === null) return plain(404, "Not found.");
  const { hash, path, previewToken } = asked;
  const folder = `/ad/${hash}/${previewToken === "" ? "" : `~${previewToken}/`}`;
  if (path !== "" && path !== found.page) {
    const part = await findFile(adServer, asked, `${hash}/${path}`);
    return part === null ? plain(404, "Not found.") : bytes(part, request);
  }
  if (found.isThirdParty) return answerTag(adServer, found, hash, request);
  if (!found.contentType.toLowerCase().startsWith("text/html")) return bytes(found, request);
  if (path === "" && found.page !== undefined) {
    const page = found.page.split("/").map(encodeURIComponent).join("/");
    const location = `${adServer.adsUrl}${folder}${page}${request.query === "" ? "" : `?${request.query}`}`;
    return empty(302, { location, "cache-control": "private, max-age=3600", "referrer-policy": "no-referrer" });
  }
  return documentOf(adServer, found, asked, request, found.page === undefined ? undefined : adServer.adsUrl + folder);
}

function askedFor(file: string, request: HttpRequest): Asked | null {
  const [, hash, token, encoded = ""] = address.exec(file) ?? [];
  if (hash === undefined) return null;
  try {
    return { hash, path: decodeURIComponent(encoded), previewToken: token ?? tokenIn(request.query, "preview") };
  } catch {
    return null;
  }
}

/** A file that is served, or a held one for a request with a preview token. */
async function findFile(adServer: AdServer, { hash, previewToken }: Asked, name: string): Promise<AdFile | null> {
  const served = await adServer.findFile(name);
  if (served !== null || previewToken === "") return served;
  const nowMs = adServer.engine.clock.now().getTime();
  return mayPreview(adServer.previews, hash, previewToken, nowMs) ? adServer.findHeldFile(name) : null;
}

async function documentOf(
  adServer: AdServer,
  file: AdFile,
  { hash }: Asked,
  request: HttpRequest,
  folder: string | undefined,
): Promise<HttpResponse> {
  const token = tokenIn(request.query, "click");
  const isSigned = token !== "" && readToken(adServer.adSeal, "page", token) !== undefined;
  const clickUrl = isSigned ? clickIn(adServer.adsUrl, token, hash, exchangeClickIn(request.query)) : "";
  const document = deliveredDocument(file.body.toString(), clickUrl, adServer.adsUrl, isSigned ? token : "");
  const answer = html(document, {
    "content-security-policy": documentPolicy(adServer.adsUrl, folder),
    "cache-control": "private, max-age=3600",
    "cross-origin-resource-policy": "cross-origin",
    "referrer-policy": "no-referrer",
  });
  // Templates inline their fonts and images, which hardly compress; the document of a folder is plain text.
  if (folder === undefined || !acceptsGzip(request)) return answer;
  const headers = { ...answer.headers, "content-encoding": "gzip", vary: "accept-encoding" };
  return { ...answer, headers, body: await promisify(gzip)(document) };
}

/** The whole file or one range, for players. SVG is an image, never a document of this origin. */
async function bytes({ body, contentType, isGzipped }: AdFile, request: HttpRequest): Promise<HttpResponse> {
  const headers = {
    ...foreverHeaders,
    "content-type": contentType,
    "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  };
  if (isGzipped) {
    const text = { ...headers, vary: "accept-encoding" };
    if (!acceptsGzip(request)) return { status: 200, headers: text, body: await promisify(gunzip)(body) };
    return { status: 200, headers: { ...text, "content-encoding": "gzip" }, body };
  }
  const whole = { ...headers, "accept-ranges": "bytes" };
  const range = byteRange(request.headers.range, body.length);
  if (range === "all") return { status: 200, headers: whole, body };
  if (range === "unsatisfiable") return empty(416, { "content-range": `bytes */${body.length}` });
  return {
    status: 206,
    headers: { ...whole, "content-range": `bytes ${range.from}-${range.to}/${body.length}` },
    body: body.subarray(range.from, range.to + 1),
  };
}
