import { createCipheriv } from "node:crypto";
import type { Random } from "../platform/random.ts";

/** Hides 8-byte pseudonyms of visitors and shows them again. */
export type VisitorSeal = {
  /** Differently each time, so that pages cannot recognise visitors by it; "" for no visitor. */
  seal(visitorKey: string, random: Random): string;
  /** The pseudonym; "" where nothing was sealed. */
  unseal(sealed: string): string;
};

const blockBytes = 16;
const half = blockBytes / 2;
const padsAtOnce = 256;

/**
 * AES-128 in counter mode: a seal is eight random bytes and the pseudonym under the pad that they give. Pads are made many
 * at a time, because a call of the cipher takes longer than a hundred of its blocks. Whoever alters a seal alters what
 * comes out: it must stand in something signed.
 */
export function visitorSeal(key: Buffer): VisitorSeal {
  // Each block stands for itself, so one cipher serves all.
  const cipher = createCipheriv("aes-128-ecb", key, null).setAutoPadding(false);
  const starts = Buffer.alloc(padsAtOnce * blockBytes);
  const block = Buffer.alloc(blockBytes);
  const start = Buffer.alloc(blockBytes);
  let pads = Buffer.alloc(0);
  let next = padsAtOnce;
  const makePads = (random: Random): void => {
    const fresh = random.bytes(padsAtOnce * half);
    for (let i = 0; i < padsAtOnce; i++) fresh.copy(starts, i * blockBytes, i * half, (i + 1) * half);
    pads = cipher.update(starts);
    next = 0;
  };
  return {
    seal(visitorKey, random) {
      if (visitorKey === "") return "";
      if (next === padsAtOnce) makePads(random);
      const from = next++ * blockBytes;
      block.write(visitorKey, half, half, "base64url");
      for (let i = 0; i < half; i++) {
        block[i] = starts[from + i]!;
        block[half + i]! ^= pads[from + i]!;
      }
      return block.toString("base64url");
    },
    unseal(sealed) {
      const given = Buffer.from(sealed, "base64url");
      if (given.length !== blockBytes) return "";
      given.copy(start, 0, 0, half);
      const pad = cipher.update(start);
      for (let i = 0; i < half; i++) given[half + i]! ^= pad[i]!;
      return given.toString("base64url", half);
    },
  };
}
