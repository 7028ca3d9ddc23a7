import type { Random } from "@litfass/platform/random";
import { hashSecret } from "@litfass/platform/security/sealing";
import { Secret, TOTP } from "otpauth";

const periodSeconds = 30;
/** The previous and next codes are accepted too, for clock differences and slow typing. */
const skewSteps = 1;
const recoveryCodeCount = 10;

const totpOf = (secret: string, account = "", issuer = ""): TOTP =>
  new TOTP({ issuer, label: account, secret: Secret.fromBase32(secret), digits: 6, period: periodSeconds });

/** A new secret of 160 bits in Base32, the format of authenticator apps. */
export const newAuthenticatorSecret = (random: Random): string => base32Of(random, 20);

/** The URI in the QR code; `account` and `issuer`, the operator, name the entry in the app. */
export const authenticatorUri = (secret: string, account: string, issuer: string): string =>
  totpOf(secret, account, issuer).toString();

/** The time step of a code, or null if it is not currently valid for the secret. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: skewSteps });
  return delta === null ? null : Math.floor(timestamp / 1000 / periodSeconds) + delta;
}

/** Ten recovery codes of 80 bits, in groups of four for readability. */
export const newRecoveryCodes = (random: Random): string[] =>
  Array.from({ length: recoveryCodeCount }, () => base32Of(random, 10).toLowerCase().match(/.{4}/g)?.join("-") ?? "");

/** The stored form of a recovery code: 80 random bits need no salt. */
export const recoveryCodeHash = (code: string): string => hashSecret(code.replaceAll("-", "").toLowerCase());

const base32Of = (random: Random, bytes: number): string =>
  new Secret({ buffer: new Uint8Array(random.bytes(bytes)).buffer }).base32;
