import { createHmac } from "node:crypto";
import type { Language } from "@litfass/contract/kernel/language";
import type { Config } from "@litfass/platform/config/config";
import { isSignedByAny } from "@litfass/platform/security/keys";
import { pathIn } from "../frame/site.ts";

type Secrets = Pick<Config, "secrets" | "publicUrl">;

/** The secret in a subscriber's links: only the owner of the address has it. */
const tokenOf = (key: string, id: string): string =>
  createHmac("sha256", key).update(`newsletter:${id}`).digest("base64url");

export const isSubscriberToken = ({ secrets }: Secrets, id: string, token: string): boolean =>
  isSignedByAny(secrets.signing, token, (key) => tokenOf(key, id));

/** The link of a subscriber to confirm or to unsubscribe. */
export const subscriberLink = (
  { secrets, publicUrl }: Secrets,
  { id, lang }: { id: string; lang: Language },
  page: "confirm" | "unsubscribe",
): string =>
  `${publicUrl}${pathIn(lang, `/newsletter/${page}`)}?${new URLSearchParams({ id, token: tokenOf(secrets.signing[0], id) })}`;
