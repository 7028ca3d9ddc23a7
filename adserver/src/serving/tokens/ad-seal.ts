import { createCipheriv } from "node:crypto";
import type { Random } from "@litfass/platform/random";
import type { Keys } from "@litfass/platform/security/keys";
import { keyedHash } from "./keyed-hash.ts";
import { derivedKey, isSame } from "./signing.ts";

/** The recipient of a token: pages that show the ad (trackers, clicks), or the exchange's servers (notices). */
export type TokenHolder = "page" | "notice";

/** One encrypted text with a signature per recipient. Neither signature can be derived from the other. */
export type AdTokens = Record<TokenHolder, string>;

export type AdSeal = {
  /** `text` has one byte per character. Each call uses a new nonce. */
  seal(text: string): AdTokens;
  /** The text; undefined if the token is modified, forged or for another recipient. */
  open(holder: TokenHolder, token: string): string | undefined;
};

const blockBytes = 16;
const blockWords = blockBytes / 4;
const nonceWords = 3;
const nonceBytes = nonceWords * 4;
/** Key stream blocks are generated for this many texts at once: one cipher call costs more than hundreds of blocks. */
const padsAtOnce = 64;
/** Longer texts get their own key stream. */
const defaultBlocks = 24;
const initialBytes = defaultBlocks * blockBytes;
const macBytes = 32;
/** 126 bits each, from the two ends of the MAC's 43 characters. */
const signatureChars = 21;
const signatures: Record<TokenHolder, (mac: string) => string> = {
  page: (mac) => mac.slice(0, signatureChars),
  notice: (mac) => mac.slice(-signatureChars),
};

/**
 * Seals with the newest key. Ads that were offered before the keys changed are opened with an older one. Tokens of
 * another purpose have other keys.
 */
export function adSeal([newest, ...older]: Keys, random: Random, purpose: "ad" | "click" = "ad"): AdSeal {
  const writing = sealOf(newest, random, purpose);
  if (older.length === 0) return writing;
  const reading = [writing, ...older.map((key) => sealOf(key, random, purpose))];
  return {
    seal: writing.seal,
    open(holder, token) {
      for (const { open } of reading) {
        const text = open(holder, token);
        if (text !== undefined) return text;
      }
      return undefined;
    },
  };
}

/**
 * AES-128 in counter mode with a random 96-bit nonce, then HMAC-SHA-256 (encrypt-then-MAC). The two halves of the MAC
 * are independent, so one computation signs for both recipients. A token is base64url(nonce, ciphertext), a dot, and
 * the recipient's half.
 */
function sealOf(secret: string, random: Random, purpose: string): AdSeal {
  // Counter mode on top of AES-ECB of counter blocks, so that one cipher object serves all texts.
  const cipher = createCipheriv("aes-128-ecb", derivedKey(secret, `${purpose} seal`).subarray(0, 16), null);
  cipher.setAutoPadding(false);
  const macOf = keyedHash(derivedKey(secret, `${purpose} signature`), macBytes);

  const starts = new Uint32Array(padsAtOnce * defaultBlocks * blockWords);
  for (let i = 0; i < padsAtOnce * defaultBlocks; i++) starts[i * blockWords + nonceWords] = i % defaultBlocks;
  const startBytes = Buffer.from(starts.buffer);
  const pads = new Uint32Array(starts.length);
  const padBytes = Buffer.from(pads.buffer);
  let next = padsAtOnce;

  const writer = Buffer.from(new ArrayBuffer(nonceBytes + initialBytes));
  const stateWords = new Uint32Array(writer.buffer);

  function makePads(): void {
    const nonces = new Uint32Array(padsAtOnce * nonceWords);
    Buffer.from(nonces.buffer).set(random.bytes(padsAtOnce * nonceBytes));
    for (let pad = 0; pad < padsAtOnce; pad++) {
      const [a = 0, b = 0, c = 0] = nonces.subarray(pad * nonceWords, (pad + 1) * nonceWords);
      for (let block = 0; block < defaultBlocks; block++) {
        const at = (pad * defaultBlocks + block) * blockWords;
        starts[at] = a;
        starts[at + 1] = b;
        starts[at + 2] = c;
      }
    }
    padBytes.set(cipher.update(startBytes));
    next = 0;
  }

  /** XORs the key stream of a nonce into bytes: encrypts and decrypts. */
  function applyPad(nonce: Buffer, bytes: Buffer): void {
    const blocks = Math.ceil(bytes.length / blockBytes);
    const counters = new Uint32Array(blocks * blockWords);
    const counterBytes = Buffer.from(counters.buffer);
    for (let block = 0; block < blocks; block++) {
      nonce.copy(counterBytes, block * blockBytes);
      counters[block * blockWords + nonceWords] = block;
    }
    const pad = cipher.update(counterBytes);
    for (let i = 0; i < bytes.length; i++) bytes[i] = (bytes[i] ?? 0) ^ (pad[i] ?? 0);
  }

  function bodyOf(text: string): string {
    if (text.length > initialBytes) {
      const nonce = random.bytes(nonceBytes);
      const bytes = Buffer.from(text, "latin1");
      applyPad(nonce, bytes);
      return Buffer.concat([nonce, bytes]).toString("base64url");
    }
    if (next === padsAtOnce) makePads();
    const from = next++ * defaultBlocks * blockWords;
    stateWords[0] = starts[from] ?? 0;
    stateWords[1] = starts[from + 1] ?? 0;
    stateWords[2] = starts[from + 2] ?? 0;
    writer.write(text, nonceBytes, "latin1");
    const words = (text.length + 3) >> 2;
    for (let i = 0; i < words; i++) {
      stateWords[nonceWords + i] = (stateWords[nonceWords + i] ?? 0) ^ (pads[from + i] ?? 0);
    }
    return writer.toString("base64url", 0, nonceBytes + text.length);
  }

  return {
    seal(text) {
      const body = bodyOf(text);
      const mac = macOf(body);
      return { page: `${body}.${signatures.page(mac)}`, notice: `${body}.${signatures.notice(mac)}` };
    },
    open(holder, token) {
      const dot = token.lastIndexOf(".");
      if (dot <= 0) return undefined;
      const body = token.slice(0, dot);
      if (!isSame(token.slice(dot + 1), signatures[holder](macOf(body)))) return undefined;
      const bytes = Buffer.from(body, "base64url");
      if (bytes.length < nonceBytes) return undefined;
      const text = bytes.subarray(nonceBytes);
      applyPad(bytes.subarray(0, nonceBytes), text);
      return text.toString("latin1");
    },
  };
}
