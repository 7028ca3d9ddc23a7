import type { AdServer } from "../ad-server.ts";
import type { HttpRequest } from "../http-message.ts";
import { hasOptedOut } from "../transparency/opt-out-cookie.ts";
import type { TokenHolder } from "./ad-seal.ts";
import { type AdToken, readToken, tokenIn } from "./ad-token.ts";

/**
 * The ad of a request's token; undefined if it is not valid. A visitor who has opted out has no pseudonym in it. One
 * whose browser sends the opt-out's cookie is also not recognized by an exchange's ID any more.
 */
export function readAd({ adSeal, optOuts }: AdServer, holder: TokenHolder, request: HttpRequest): AdToken | undefined {
  const ad = readToken(adSeal, holder, tokenIn(request.query, "t"));
  if (ad === undefined || ad.visitorKey === "") return ad;
  if (holder === "page" && hasOptedOut(request.headers)) optOuts.add(ad.visitorKey);
  if (optOuts.has(ad.visitorKey)) ad.visitorKey = "";
  return ad;
}
