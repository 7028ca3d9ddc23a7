import type { Config } from "@litfass/platform/config/config";
import type { Random } from "@litfass/platform/random";
import { seal, unseal } from "@litfass/platform/security/sealing";

/** What a provider gave for a consent. */
export type Tokens = {
  accessToken: string;
  /** null at Facebook, whose access token lives for weeks. */
  refreshToken: string | null;
  /** When the access token ends; null where the provider does not say. */
  expiresAt: string | null;
};

const purpose = "litfass connection";

/** Tokens as they are stored: encrypted, so that a copy of the database gives nobody access. */
export const sealTokens = (tokens: Tokens, { config, random }: { config: Config; random: Random }): string =>
  seal(JSON.stringify(tokens), config.secrets.signing, purpose, random);

/** The stored tokens, or null where they were sealed with another secret. */
export function openTokens(sealed: string, { config }: { config: Config }): Tokens | null {
  const opened = unseal(sealed, config.secrets.signing, purpose);
  return opened === null ? null : (JSON.parse(opened) as Tokens);
}

/** When tokens of a fresh answer end. */
export const expiryOf = (secondsLeft: number | undefined, now: Date): string | null =>
  secondsLeft === undefined ? null : new Date(now.getTime() + secondsLeft * 1000).toISOString();
