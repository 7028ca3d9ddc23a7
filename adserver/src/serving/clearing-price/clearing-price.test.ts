import { createHmac } from "node:crypto";
import { seededRandom } from "@litfass/platform/random";
import { expect, test } from "vitest";
import { readClearingPrice } from "./clearing-price.ts";
import { decryptPrice } from "./encrypted-price.ts";

/** Keys and messages of the price decrypter that Google publishes. */
const published = {
  encryption: Buffer.from("skU7Ax_NL5pPAFyKdkfZjZz2-VhIN8bjj1rVFOaJ_5o=", "base64url"),
  integrity: Buffer.from("arO23ykdNqUQ5LEoQ0FVmPkBd7xB5CO89PDZlSjpFxo=", "base64url"),
};
const vectors = [
  ["YWJjMTIzZGVmNDU2Z2hpN7fhCuPemCce_6msaw", 100],
  ["YWJjMTIzZGVmNDU2Z2hpN7fhCuPemCAWJRxOgA", 1900],
  ["YWJjMTIzZGVmNDU2Z2hpN7fhCuPemC32prpWWw", 2700],
] as const;

test.each(vectors)("the published message %s is a price of %i micros", (message, micros) => {
  expect(decryptPrice(message, published)).toBe(micros);
  expect(readClearingPrice(`${message}%3D%3D`, published, 1)).toBe(micros);
});

test("a modified message, a foreign key or another length is no price", () => {
  const [message] = vectors[0];
  const bytes = Buffer.from(message, "base64url");
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3]! ^= 1 << (bit & 7);
    expect(decryptPrice(changed.toString("base64url"), published), `bit ${bit}`).toBeUndefined();
  }
  const swapped = { encryption: published.integrity, integrity: published.encryption };
  expect(decryptPrice(message, swapped)).toBeUndefined();
  for (const wrong of ["", "6.51", message.slice(1), `${message}A`, `${message.slice(0, -1)}+`, "=".repeat(38)]) {
    expect(decryptPrice(wrong, published), wrong).toBeUndefined();
  }
});

/** Encrypts like an exchange, written from the scheme's description and not from the code it tests. */
function encrypted(micros: bigint, vector: Buffer): string {
  const price = Buffer.alloc(8);
  price.writeBigUInt64BE(micros);
  const pad = createHmac("sha1", published.encryption).update(vector).digest();
  const signature = createHmac("sha1", published.integrity)
    .update(Buffer.concat([price, vector]))
    .digest();
  const hidden = Buffer.from(price.map((byte, at) => byte ^ pad[at]!));
  return Buffer.concat([vector, hidden, signature.subarray(0, 4)]).toString("base64url");
}

test("any encrypted price up to the bid is read; one beyond the safe integers is not", () => {
  const seed = Date.now() % 1_000_000;
  console.log(`encrypted prices: seed ${seed}`);
  const random = seededRandom(seed);
  for (let round = 0; round < 500; round++) {
    const micros = 1 + Math.floor(random.number() * 25_000_000);
    const message = encrypted(BigInt(micros), Buffer.from(random.bytes(16)));
    expect(readClearingPrice(message, published, 25)).toBe(micros);
    expect(readClearingPrice(message, published, (micros - 1) / 1_000_000)).toBe("above_bid");
  }
  expect(decryptPrice(encrypted(2n ** 63n, Buffer.alloc(16)), published)).toBeUndefined();
});

test.each([
  ["6.51", 25, 6_510_000],
  ["25", 25, 25_000_000],
  ["0.0001", 25, 100],
  ["6%2E51", 25, 6_510_000],
  ["1.0000004", 25, 1_000_000],
  ["25.0001", 25, "above_bid"],
  ["6510000", 25, "above_bid"],
  ["0", 25, "zero"],
  ["0.0000001", 25, "zero"],
  ["", 25, "missing"],
  [`\${AUCTION_PRICE}`, 25, "missing"],
  ["%24%7BAUCTION_PRICE%7D", 25, "missing"],
  ["-1", 25, "unreadable"],
  ["1e3", 25, "unreadable"],
  ["1,5", 25, "unreadable"],
  ["%", 25, "unreadable"],
  ["NaN", 25, "unreadable"],
  ["9".repeat(400), 25, "unreadable"],
] as const)("the plain price %j of a bid at %d is %j", (text, bid, expected) => {
  expect(readClearingPrice(text, undefined, bid)).toBe(expected);
});

test("a plain price is unreadable where the exchange encrypts", () => {
  expect(readClearingPrice("6.51", published, 25)).toBe("unreadable");
});
