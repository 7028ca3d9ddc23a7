import { createCipheriv, createDecipheriv, createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import type { Random } from "../platform/random.ts";
import { keyedHash } from "./keyed-hash.ts";

const signatureBytes = 16;

/** Signs what leaves the process and comes back through strangers: trackers and click addresses. */
export type Signer = {
  /** "payload.signature"; the payload must be safe in a URL and stays readable. */
  sign(payload: string): string;
  /** The payload, or undefined where it is unsigned, altered or not ours. */
  open(token: string): string | undefined;
  /**
   * Hides a visitor's 8-byte pseudonym, differently each time, so that pages cannot recognise visitors by it. What makes
   * it different need not be secret: the fast source does.
   */
  seal(visitorKey: string, random: Random): string;
  unseal(sealed: string): string;
};

export function createSigner(secret: string): Signer {
  const derive = (use: string): Buffer => createHmac("sha256", secret).update(use).digest();
  const signatureOf = keyedHash(derive("signature"), signatureBytes);
  const sealingKey = createSecretKey(derive("seal").subarray(0, 16));
  // Each block stands for itself, so one cipher serves all: making one takes longer than the block.
  const cipher = createCipheriv("aes-128-ecb", sealingKey, null).setAutoPadding(false);
  const decipher = createDecipheriv("aes-128-ecb", sealingKey, null).setAutoPadding(false);
  const block = Buffer.alloc(16);
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
    seal(visitorKey, random) {
      if (visitorKey === "") return "";
      block.write(visitorKey, 0, 8, "base64url");
      block.writeUInt32LE(random.number() * 0x1_0000_0000, 8);
      block.writeUInt32LE(random.number() * 0x1_0000_0000, 12);
      return cipher.update(block).toString("base64url");
    },
    unseal(sealed) {
      if (sealed === "") return "";
      const block = Buffer.from(sealed, "base64url");
      if (block.length !== 16) return "";
      return decipher.update(block).subarray(0, 8).toString("base64url");
    },
  };
}
