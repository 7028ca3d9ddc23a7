import { createCipheriv, createDecipheriv, createHash, hkdfSync } from "node:crypto";
import type { Random } from "../random.ts";
import type { Keys } from "./keys.ts";

const keyOf = (secret: string, purpose: string): Buffer => Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));

/** Encrypts a text (AES-256-GCM) with a key derived from the newest of `keys` for this `purpose`. */
export function seal(text: string, [newest]: Keys, purpose: string, random: Random): string {
  const nonce = random.bytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(newest, purpose), nonce);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
}

/** The decrypted text, or null if no key or another purpose fits or the text was modified. */
export function unseal(sealed: string, keys: Keys, purpose: string): string | null {
  for (const key of keys) {
    const text = unsealWith(key, sealed, purpose);
    if (text !== null) return text;
  }
  return null;
}

/** Whether a text that `unseal` decrypts was encrypted with the newest key. */
export const isSealedByNewest = (sealed: string, [newest]: Keys, purpose: string): boolean =>
  unsealWith(newest, sealed, purpose) !== null;

function unsealWith(secret: string, sealed: string, purpose: string): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < 28) return null;
  const decipher = createDecipheriv("aes-256-gcm", keyOf(secret, purpose), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

/**
 * The stored form of a random secret (session id, refresh token, mailed code): its SHA-256. 256 random bits need no
 * salt.
 */
export const hashSecret = (value: string): string => createHash("sha256").update(value).digest("base64url");

/** A new secret of 256 random bits, safe in URLs and cookies. */
export const newSecret = (random: Random): string => random.bytes(32).toString("base64url");
