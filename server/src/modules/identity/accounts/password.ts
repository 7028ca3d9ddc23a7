import { hash, verify } from "@node-rs/argon2";
import { WireError } from "../protocol/wire-error.ts";

export const passwordMinLength = 8;
export const passwordMaxLength = 512;

/** @throws WireError WEAK_PASSWORD below 8 characters (CONST-029), PASSWORD_DOES_NOT_MEET_REQUIREMENTS above 512. */
export function checkPassword(password: string): void {
  if (password.length < passwordMinLength) {
    throw new WireError(`WEAK_PASSWORD : Password should be at least ${passwordMinLength} characters`);
  }
  if (password.length > passwordMaxLength) {
    throw new WireError(
      `PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Password should be at most ${passwordMaxLength} characters`,
    );
  }
}

/** Argon2id with the library's defaults: 19 MiB, two passes, one lane (OWASP's recommendation). */
export const hashPassword = (password: string): Promise<string> => hash(password);

let dummyHash: Promise<string> | null = null;

/**
 * Compares a password with a hash. Takes as long without a hash, so that timing does not reveal which accounts exist.
 */
export async function matchesPassword(passwordHash: string | null, password: string): Promise<boolean> {
  if (password.length > passwordMaxLength) return false;
  dummyHash ??= hash("no account has this password");
  const matches = await verify(passwordHash ?? (await dummyHash), password);
  return passwordHash !== null && matches;
}
