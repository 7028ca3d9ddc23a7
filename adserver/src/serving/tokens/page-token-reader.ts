import { systemRandom } from "@litfass/platform/random";
import type { Keys } from "@litfass/platform/security/keys";
import { adSeal } from "./ad-seal.ts";
import { type AdToken, readToken } from "./ad-token.ts";

/** Reads the tokens of ads for another process with the same keys; undefined for a forged or foreign token. */
export function pageTokenReader(signingKeys: Keys): (token: string) => AdToken | undefined {
  const seal = adSeal(signingKeys, systemRandom);
  return (token) => readToken(seal, "page", token);
}
