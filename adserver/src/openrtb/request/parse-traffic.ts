import { derivedLastingKeys } from "@litfass/platform/security/lasting-keys";
import type { AdRequest } from "../../kernel/ad-request.ts";
import { visitorKeys } from "../../serving/ads/visitor-key.ts";
import { visitorClassifier } from "./classify-visitor.ts";
import { parseBidRequest } from "./parse-bid-request.ts";

type ParseTrafficOptions = { exchange: string; signingSecret: string; nowMs: number };

const weekMs = 7 * 86_400_000;

/**
 * Parses a sample of bid requests. A sample has no times, so its requests are spread over the week before `nowMs`.
 * Unreadable ones are skipped.
 */
export function parseTraffic(bodies: unknown[], { exchange, signingSecret, nowMs }: ParseTrafficOptions): AdRequest[] {
  const context = {
    exchange,
    system: "",
    seat: "litfass",
    isSecure: true,
    vendorId: undefined,
    classify: visitorClassifier(),
    keys: visitorKeys(derivedLastingKeys(signingSecret)),
    refusal: () => undefined,
    hasOptedOut: () => false,
    remarketingOwners: () => [],
    locate: () => undefined,
  };
  return bodies.flatMap((body, at) => {
    const atMs = nowMs - weekMs + Math.floor((at / bodies.length) * weekMs);
    const parsed = parseBidRequest(body, context, atMs);
    return typeof parsed === "string" ? [] : [parsed];
  });
}
