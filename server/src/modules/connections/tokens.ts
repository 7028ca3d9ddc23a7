import type { Config } from "@litfass/platform/config/config";
import type { Random } from "@litfass/platform/random";
import type { SealedColumn } from "@litfass/platform/security/sealed-values-sql";
import { seal, unseal } from "@litfass/platform/security/sealing";

/** The tokens issued for a consent. */
export type Tokens = {
  accessToken: string;
  /** null for Facebook, whose access tokens live for weeks. */
  refreshToken: string | null;
  /** When the access token expires; null if the provider does not say. */
  expiresAt: string | null;
};

const purpose = "litfass connection";

/** What the module stores encrypted. */
export const connectionSealedColumns: readonly SealedColumn[] = [
  { table: "connections", column: "sealed_tokens", key: ["uid", "service"], purpose },
];

/** Tokens as stored: encrypted, so that a copy of the database gives no access. */
export const sealTokens = (tokens: Tokens, { config, random }: { config: Config; random: Random }): string =>
  seal(JSON.stringify(tokens), config.secrets.signing, purpose, random);

/** The stored tokens, or null if they were encrypted with a different secret. */
export function openTokens(sealed: string, { config }: { config: Config }): Tokens | null {
  const opened = unseal(sealed, config.secrets.signing, purpose);
  return opened === null ? null : (JSON.parse(opened) as Tokens);
}

/** When the tokens of a new response expire. */
export const expiryOf = (secondsLeft: number | undefined, now: Date): string | null =>
  secondsLeft === undefined ? null : new Date(now.getTime() + secondsLeft * 1000).toISOString();
