import { chmodSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { systemRandom } from "../random.ts";
import type { Keys } from "../security/keys.ts";

const secretsSchema = z.object({
  session: z.string().min(32),
  signing: z.string().min(32),
  internal: z.string().min(32),
  database: z.string().min(32),
});
type StoredSecrets = z.infer<typeof secretsSchema>;

/** The uses of keys that can be replaced while processes run. */
export const rotatedUses = ["session", "signing", "internal"] as const;
type RotatedUse = (typeof rotatedUses)[number];

/**
 * Keys of this installation. `session` encrypts cookies and anti-forgery tokens, `signing` signs public links
 * (trackers, clicks, mails) and encrypts what is stored, `internal` signs calls between the own processes, `database`
 * is the embedded PostgreSQL's password.
 */
export type Secrets = Record<RotatedUse, Keys> & { database: string };

/**
 * The secrets of a data folder: those `given`, the rest from `secrets.json` (0600), created with random values at the
 * first start, and `fallbacks`, further keys that are accepted. Safe for processes that start concurrently: the first
 * file wins.
 */
export function readSecrets(
  dataDir: string,
  given: Partial<StoredSecrets>,
  fallbacks: Partial<Record<RotatedUse, string[]>> = {},
): Secrets {
  const { session, signing, internal, database } = storedSecrets(dataDir, given);
  return {
    session: [session, ...(fallbacks.session ?? [])],
    signing: [signing, ...(fallbacks.signing ?? [])],
    internal: [internal, ...(fallbacks.internal ?? [])],
    database,
  };
}

function storedSecrets(dataDir: string, given: Partial<StoredSecrets>): StoredSecrets {
  const file = path.join(dataDir, "secrets.json");
  if (given.session && given.signing && given.internal && given.database) return secretsSchema.parse(given);
  mkdirSync(dataDir, { recursive: true });
  return { ...(readFile(file) ?? writeFile(file)), ...withoutUndefined(given) };
}

function readFile(file: string): StoredSecrets | null {
  try {
    return secretsSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new Error(`${file} is not readable as secrets; restore it from a backup or delete it to sign everybody out`);
  }
}

function writeFile(file: string): StoredSecrets {
  const fresh = (): string => systemRandom.bytes(32).toString("base64url");
  const secrets: StoredSecrets = { session: fresh(), signing: fresh(), internal: fresh(), database: fresh() };
  const draft = `${file}.${process.pid}.${systemRandom.id()}`;
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  try {
    // A hard link fails if the name exists, so two processes cannot both win.
    linkSync(draft, file);
    return secrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return readFile(file) ?? secrets;
  } finally {
    unlinkSync(draft);
  }
}

const withoutUndefined = (given: Partial<StoredSecrets>): Partial<StoredSecrets> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
