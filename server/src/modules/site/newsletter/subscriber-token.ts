import { createHmac, timingSafeEqual } from "node:crypto";
import type { Language } from "@litfass/contract/kernel/language";
import type { Config } from "@litfass/platform/config/config";
import { pathIn } from "../frame/site.ts";

type Secrets = Pick<Config, "secrets" | "publicUrl">;

/** The secret in a subscriber's links: only the owner of the address has it. */
const tokenOf = ({ secrets }: Secrets, id: string): string =>
  createHmac("sha256", secrets.signing).update(`newsletter:${id}`).digest("base64url");

export function isSubscriberToken(config: Secrets, id: string, token: string): boolean {
  const [expected, given] = [Buffer.from(tokenOf(config, id)), Buffer.from(token)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** The link of a subscriber to confirm or to unsubscribe. */
export const subscriberLink = (
  config: Secrets,
  { id, lang }: { id: string; lang: Language },
  page: "confirm" | "unsubscribe",
): string =>
  `${config.publicUrl}${pathIn(lang, `/newsletter/${page}`)}?${new URLSearchParams({ id, token: tokenOf(config, id) })}`;
