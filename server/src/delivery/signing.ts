import { createHmac, timingSafeEqual } from "node:crypto";
import { keyedHash } from "./keyed-hash.ts";
import { type VisitorSeal, visitorSeal } from "./visitor-seal.ts";

const signatureBytes = 16;

/** Signs what leaves the process and comes back through strangers: trackers and click addresses. */
export type Signer = VisitorSeal & {
  /** "payload.signature"; the payload must be safe in a URL and stays readable. */
  sign(payload: string): string;
  /** The payload, or undefined where it is unsigned, altered or not ours. */
  open(token: string): string | undefined;
};

export function createSigner(secret: string): Signer {
  const derive = (use: string): Buffer => createHmac("sha256", secret).update(use).digest();
  const signatureOf = keyedHash(derive("signature"), signatureBytes);
  return {
    sign: (payload) => `${payload}.${signatureOf(payload)}`,
    open(token) {
      const dot = token.lastIndexOf(".");
      if (dot <= 0) return undefined;
      const payload = token.slice(0, dot);
      const given = Buffer.from(token.slice(dot + 1));
      const wanted = Buffer.from(signatureOf(payload));
      return given.length === wanted.length && timingSafeEqual(given, wanted) ? payload : undefined;
    },
    ...visitorSeal(derive("seal").subarray(0, 16)),
  };
}
