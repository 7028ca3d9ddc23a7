import { createHmac, timingSafeEqual } from "node:crypto";
import type { PriceKeys } from "@litfass/platform/config/exchanges";

const vectorBytes = 16;
const priceBytes = 8;
const signatureBytes = 4;
const messageBytes = vectorBytes + priceBytes + signatureBytes;
/** 28 bytes in web-safe base64 with or without padding. */
const encoded = /^[\w-]{38}={0,2}$/;

const hmac = (key: Buffer, ...parts: Buffer[]): Buffer => {
  const hash = createHmac("sha1", key);
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/**
 * The price per thousand, in micros of the bid's currency, of a price confirmation as Google Authorized Buyers and
 * compatible exchanges encrypt it; undefined if it is malformed or its signature is wrong. The message is a 16-byte
 * initialization vector, the 8-byte price XOR the first bytes of HMAC-SHA1(encryption key, vector), and the first 4
 * bytes of HMAC-SHA1(integrity key, price + vector).
 */
export function decryptPrice(message: string, { encryption, integrity }: PriceKeys): number | undefined {
  if (!encoded.test(message)) return undefined;
  const bytes = Buffer.from(message, "base64url");
  if (bytes.length !== messageBytes) return undefined;
  const vector = bytes.subarray(0, vectorBytes);
  const price = Buffer.from(bytes.subarray(vectorBytes, vectorBytes + priceBytes));
  const pad = hmac(encryption, vector);
  for (let i = 0; i < priceBytes; i++) price[i] = (price[i] ?? 0) ^ (pad[i] ?? 0);
  const signature = hmac(integrity, price, vector).subarray(0, signatureBytes);
  if (!timingSafeEqual(signature, bytes.subarray(vectorBytes + priceBytes))) return undefined;
  const micros = price.readBigUInt64BE();
  return micros <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(micros) : undefined;
}
