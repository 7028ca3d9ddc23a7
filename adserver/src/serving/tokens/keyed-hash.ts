import { hash } from "node:crypto";

/** The first bytes of the HMAC-SHA-256 of a text under one key, as base64url. */
export type KeyedHash = (text: string) => string;

const blockBytes = 64;
const digestBytes = 32;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/**
 * HMAC by its definition (RFC 2104) from two one-shot hashes. `createHmac` costs more than twice as much per text, and
 * every bid signs a token. `key` has at most 64 bytes; the first `bytes` of 32 are returned.
 */
export function keyedHash(key: Buffer, bytes: number): KeyedHash {
  const padded = (pad: number): Buffer =>
    Buffer.from(Uint8Array.from({ length: blockBytes }, (_, i) => (key[i] ?? 0) ^ pad));
  const outer = Buffer.concat([padded(0x5c), Buffer.alloc(digestBytes)]);
  let inner = Buffer.concat([padded(0x36), Buffer.alloc(1024)]);
  const whole = Math.floor((bytes * 4) / 3);
  const spareBits = (whole + 1) * 6 - bytes * 8;
  return (text) => {
    if (blockBytes + text.length * 3 > inner.length) {
      inner = Buffer.concat([inner.subarray(0, blockBytes), Buffer.alloc(text.length * 3)]);
    }
    const length = inner.write(text, blockBytes);
    outer.write(hash("sha256", inner.subarray(0, blockBytes + length), "binary"), blockBytes, "latin1");
    const digest = hash("sha256", outer, "base64url");
    if (spareBits === 6) return digest.slice(0, whole);
    // The last character has bits beyond the requested length.
    const last = (alphabet.indexOf(digest.charAt(whole)) >> spareBits) << spareBits;
    return digest.slice(0, whole) + alphabet.charAt(last);
  };
}
