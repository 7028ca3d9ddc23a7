import type { Platform } from "@litfass/platform/platform";
import { seal, unseal } from "@litfass/platform/security/sealing";
import {
  calculateJwkThumbprint,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importJWK,
  importPKCS8,
  type JWK,
} from "jose";
import { deleteSigningKeysBefore, insertSigningKey, listSigningKeys } from "./signing-key-sql.ts";

const day = 24 * 60 * 60 * 1000;
/** A key signs for 30 days and verifies for another 30, so that every token expires first. */
const signingPeriodMs = 30 * day;
const retentionMs = 60 * day;
/** An unknown key id reloads the keys, at most this often. */
const reloadPauseMs = 5_000;
/** The encryption purpose of the stored keys. */
export const keyPurpose = "litfass identity signing keys";

export type CryptoKey = Awaited<ReturnType<typeof importPKCS8>>;
type SigningKey = { kid: string; createdAt: Date; privateKey: CryptoKey; publicKey: CryptoKey; publicJwk: JWK };

export type SigningKeys = {
  /** The signing key; a new one is created if there is none or the newest is 30 days old. */
  current(): Promise<{ kid: string; privateKey: CryptoKey }>;
  /** The public key of a key id, or null. */
  find(kid: string): Promise<CryptoKey | null>;
  /** The public keys as a JWK set. */
  publicSet(): Promise<{ keys: JWK[] }>;
};

/** The RS256 keys of the built-in identity provider, stored encrypted in PostgreSQL and shared by all API processes. */
export function createSigningKeys(platform: Pick<Platform, "db" | "clock" | "random" | "config" | "log">): SigningKeys {
  const { db, clock, random, config, log } = platform;
  let keys: SigningKey[] = [];
  let loadedAt = Number.NEGATIVE_INFINITY;
  let making: Promise<void> | null = null;

  const load = async (): Promise<void> => {
    const rows = await listSigningKeys(db);
    const opened: SigningKey[] = [];
    for (const row of rows) {
      const pem = unseal(row.sealedPrivateKey, config.secrets.signing, keyPurpose);
      if (pem === null) {
        log.warn({ kid: row.kid }, "a signing key was sealed with another secret and is left out");
        continue;
      }
      const publicKey = (await importJWK(row.publicJwk, "RS256")) as CryptoKey;
      opened.push({ ...row, privateKey: await importPKCS8(pem, "RS256"), publicKey });
    }
    keys = opened;
    loadedAt = clock.now().getTime();
  };

  const make = async (): Promise<void> => {
    const now = clock.now();
    await load();
    if (newest(keys, now)) return;
    const pair = await generateKeyPair("RS256", { extractable: true });
    const publicJwk = { ...(await exportJWK(pair.publicKey)), alg: "RS256", use: "sig" };
    const kid = await calculateJwkThumbprint(publicJwk);
    const sealedPrivateKey = seal(await exportPKCS8(pair.privateKey), config.secrets.signing, keyPurpose, random);
    await insertSigningKey(db, { kid, sealedPrivateKey, publicJwk: { ...publicJwk, kid }, createdAt: now });
    await deleteSigningKeysBefore(db, new Date(now.getTime() - retentionMs));
    await load();
  };

  const reload = async (): Promise<void> => {
    if (clock.now().getTime() - loadedAt >= reloadPauseMs) await load();
  };

  return {
    async current() {
      const key = newest(keys, clock.now());
      if (key) return key;
      making ??= make().finally(() => {
        making = null;
      });
      await making;
      const made = newest(keys, clock.now());
      if (!made) throw new Error("There is no key to sign with");
      return made;
    },
    async find(kid) {
      const known = keys.find((key) => key.kid === kid);
      if (known) return known.publicKey;
      await reload();
      return keys.find((key) => key.kid === kid)?.publicKey ?? null;
    },
    async publicSet() {
      await this.current();
      await reload();
      return { keys: keys.map((key) => key.publicJwk) };
    },
  };
}

const newest = (keys: SigningKey[], now: Date): SigningKey | null => {
  const key = keys.at(-1);
  return key && now.getTime() - key.createdAt.getTime() < signingPeriodMs ? key : null;
};
