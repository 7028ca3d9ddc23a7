import { createHmac, timingSafeEqual } from "node:crypto";
import type { Keys } from "@litfass/platform/security/keys";
import type { LastingKeys } from "@litfass/platform/security/lasting-keys";
import { keyedHash } from "./keyed-hash.ts";

const signatureBytes = 16;

/** Signs readable texts that return through third parties. */
export type Signer = {
  /** "payload.signature"; the payload must be safe in a URL and stays readable. */
  sign(payload: string): string;
  /** The payload; undefined if it is unsigned, modified or signed for another purpose. */
  open(token: string): string | undefined;
};

/** The key for one purpose, derived from one of the installation's signing keys. */
export const derivedKey = (signingKey: string, label: string): Buffer =>
  createHmac("sha256", signingKey).update(label).digest();

/** Compares in constant time. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Signs URLs of previews. */
export const previewSigner = ([newest, ...older]: Keys): Signer =>
  signerOf(derivedKey(newest, previewLabel), ...older.map((key) => derivedKey(key, previewLabel)));
const previewLabel = "preview file";

/** Signs advertisers' remarketing tags. */
export const remarketingSigner = ({ remarketing }: Pick<LastingKeys, "remarketing">): Signer => signerOf(remarketing);

function signerOf(...[newest, ...older]: [Buffer, ...Buffer[]]): Signer {
  const sign = keyedHash(newest, signatureBytes);
  const signatures = [sign, ...older.map((key) => keyedHash(key, signatureBytes))];
  return {
    sign: (payload) => `${payload}.${sign(payload)}`,
    open(token) {
      const dot = token.lastIndexOf(".");
      if (dot <= 0) return undefined;
      const payload = token.slice(0, dot);
      const signature = token.slice(dot + 1);
      return signatures.some((signatureOf) => isSame(signature, signatureOf(payload))) ? payload : undefined;
    },
  };
}
