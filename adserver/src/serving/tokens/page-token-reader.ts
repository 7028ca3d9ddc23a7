import { systemRandom } from "@litfass/platform/random";
import { adSeal } from "./ad-seal.ts";
import { type AdToken, readToken } from "./ad-token.ts";

/** Reads the tokens of ads for another process with the same secret; undefined for a forged or foreign token. */
export function pageTokenReader(signingSecret: string): (token: string) => AdToken | undefined {
  const seal = adSeal(signingSecret, systemRandom);
  return (token) => readToken(seal, "page", token);
}
