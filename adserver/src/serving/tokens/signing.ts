import { createHmac, timingSafeEqual } from "node:crypto";
import { keyedHash } from "./keyed-hash.ts";

/**
 * What a signature is good for. Each purpose has a key of its own, so that what was signed for one is worthless for
 * another. The label of `remarketing` is older than the others: its tags stand on advertisers' sites for years.
 */
const purposes = { remarketing: "signature", preview: "preview file" } as const;

const signatureBytes = 16;

/** Signs texts that leave the process in clear and come back through strangers. */
export type Signer = {
  /** "payload.signature"; the payload must be safe in a URL and stays readable. */
  sign(payload: string): string;
  /** The payload, or undefined where it is unsigned, altered or signed for another purpose. */
  open(token: string): string | undefined;
};

/** The key of one use of the installation's signing secret. */
export const derivedKey = (secret: string, label: string): Buffer =>
  createHmac("sha256", secret).update(label).digest();

/** Compares without telling by the time it takes how much of a guess was right. */
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
