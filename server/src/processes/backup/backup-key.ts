import { readFileSync, statSync, writeFileSync } from "node:fs";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { CliError } from "../cli/cli-command.ts";

/**
 * The key of backups, in the format of age (https://age-encryption.org): a public key can only write backups, a secret
 * key also reads them, and anything else is a passphrase.
 */
export type BackupKey =
  | { kind: "public"; recipient: string }
  | { kind: "secret"; identity: string }
  | { kind: "passphrase"; passphrase: string };

const minPassphrase = 16;

/** Reads a key file; lines with `#` are comments. @throws CliError if it cannot be a key, or others may read it. */
export function readBackupKey(file: string): BackupKey {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new CliError(`The key file ${file} cannot be read: ${(error as Error).message}`);
  }
  const lines = text.split("\n").map((line) => line.trim());
  const key = lines.find((line) => line !== "" && !line.startsWith("#")) ?? "";
  if (/^age1[a-z0-9]+$/.test(key)) return { kind: "public", recipient: key };
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0) {
    throw new CliError(`Other users may read the key file ${file}: run chmod 600 on it`);
  }
  if (key.startsWith("AGE-SECRET-KEY-")) return { kind: "secret", identity: key };
  if (key.length < minPassphrase) {
    throw new CliError(`The key file ${file} holds no key of age and no passphrase of ${minPassphrase} characters`);
  }
  return { kind: "passphrase", passphrase: key };
}

/** Writes a new secret key. @returns its public key, which is enough to write backups. */
export async function createBackupKey(file: string): Promise<string> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  try {
    writeFileSync(file, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    throw new CliError(`The key could not be written: ${(error as Error).message}`);
  }
  return recipient;
}

export async function encrypterOf(key: BackupKey): Promise<Encrypter> {
  const encrypter = new Encrypter();
  if (key.kind === "passphrase") encrypter.setPassphrase(key.passphrase);
  else encrypter.addRecipient(key.kind === "public" ? key.recipient : await identityToRecipient(key.identity));
  return encrypter;
}

/** @throws CliError for a public key, which cannot read backups. */
export function decrypterOf(key: BackupKey): Decrypter {
  const decrypter = new Decrypter();
  if (key.kind === "public") throw new CliError("The key file holds a public key, which cannot read backups");
  if (key.kind === "secret") decrypter.addIdentity(key.identity);
  else decrypter.addPassphrase(key.passphrase);
  return decrypter;
}
