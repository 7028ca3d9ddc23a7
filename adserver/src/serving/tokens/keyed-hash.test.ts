import { createHmac } from "node:crypto";
import { seededRandom } from "@litfass/platform/random";
import { expect, test } from "vitest";
import { keyedHash } from "./keyed-hash.ts";

test("keyed hashes are truncated HMAC-SHA-256", () => {
  const random = seededRandom(5);
  for (let run = 0; run < 300; run++) {
    const key = random.bytes(1 + Math.floor(random.number() * 64));
    const bytes = 1 + Math.floor(random.number() * 32);
    const text = `${"ü€😀x".repeat(Math.floor(random.number() * 400))}${run}`;
    const expected = createHmac("sha256", key).update(text).digest().subarray(0, bytes).toString("base64url");
    expect(keyedHash(key, bytes)(text)).toBe(expected);
  }
});
