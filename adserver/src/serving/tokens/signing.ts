import { createHmac, timingSafeEqual } from "node:crypto";
import { keyedHash } from "./keyed-hash.ts";

/**
 * The purpose of a signature. Each one has its own key. The label of `remarketing` is older than the others, because
 * its tags stay on advertisers' sites for years.
 */
const purposes = { remarketing: "signature", preview: "preview file" } as const;

const signatureBytes = 16;

/** Signs readable texts that return through third parties. */
export type Signer = {
  /** "payload.signature"; the payload must be safe in a URL and stays readable. */
  sign(payload: string): string;
  /** The payload; undefined if it is unsigned, modified or signed for another purpose. */
  open(token: string): string | undefined;
};

/** The key of one use of the installation's signing secret. */
export const derivedKey = (secret: string, label: string): Buffer =>
  createHmac("sha256", secret).update(label).digest();

/** Compares in constant time. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export function createSigner(secret: string, purpose: keyof typeof purposes): Signer {
  const signatureOf = keyedHash(derivedKey(secret, purposes[purpose]), signatureBytes);
  return {
    sign: (payload) => `${payload}.${signatureOf(payload)}`,
    open(token) {
      const dot = token.lastIndexOf(".");
      if (dot <= 0) return undefined;
      const payload = token.slice(0, dot);
      return isSame(token.slice(dot + 1), signatureOf(payload)) ? payload : undefined;
    },
  };
}
