import type { DatabaseSync } from "node:sqlite";
import { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair, importPKCS8, type JWK, SignJWT } from "jose";
import type { Clock } from "../clock.ts";

export type SigningKey = {
  /** The public key for `jwks_uri`. */
  jwk: JWK;
  sign(claims: Record<string, unknown>, lifeSeconds: number): Promise<string>;
};

/** The providers' RS256 key; stored, so that tokens survive a restart. */
export async function openSigningKey(database: DatabaseSync, clock: Clock): Promise<SigningKey> {
  database.exec("create table if not exists sign_in_key (pem text not null, jwk text not null)");
  const found = database.prepare("select pem, jwk from sign_in_key").get() as { pem: string; jwk: string } | undefined;
  const { pem, jwk } = found ?? (await newKey(database));
  const privateKey = await importPKCS8(pem, "RS256");
  const publicJwk = JSON.parse(jwk) as JWK;
  return {
    jwk: publicJwk,
    sign: (claims, lifeSeconds) => {
      const now = Math.floor(clock.now().getTime() / 1000);
      return new SignJWT({ ...claims, iat: now, exp: now + lifeSeconds })
        .setProtectedHeader({ alg: "RS256", kid: String(publicJwk.kid), typ: "JWT" })
        .sign(privateKey);
    },
  };
}

async function newKey(database: DatabaseSync): Promise<{ pem: string; jwk: string }> {
  const pair = await generateKeyPair("RS256", { extractable: true });
  const exported = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(exported);
  const jwk = JSON.stringify({ ...exported, kid, alg: "RS256", use: "sig" });
  const pem = await exportPKCS8(pair.privateKey);
  database.prepare("insert into sign_in_key (pem, jwk) values (?, ?)").run(pem, jwk);
  return { pem, jwk };
}
