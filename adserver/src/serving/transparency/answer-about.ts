import type { AdServer } from "../ad-server.ts";
import { empty, type HttpRequest, type HttpResponse, plain } from "../http-message.ts";
import { readToken, tokenIn } from "../tokens/ad-token.ts";

/**
 * `GET /about?t=<token>`: an ad's label leads here, and from here to the operator's page about this ad. Neither a click
 * nor any other event. 403 without the token of an ad.
 */
export function answerAbout(adServer: AdServer, { query }: HttpRequest): HttpResponse {
  const token = tokenIn(query, "t");
  if (readToken(adServer.adSeal, "page", token) === undefined) {
    adServer.metrics.refused.count++;
    return plain(403, "This address is not valid.");
  }
  const location = `${adServer.publicUrl}/about-this-ad?t=${token}`;
  return empty(302, { location, "cache-control": "no-store", "referrer-policy": "no-referrer" });
}
