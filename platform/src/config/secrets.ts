import { chmodSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { systemRandom } from "../random.ts";

/**
 * Keys of this installation. `session` encrypts cookies and anti-forgery tokens, `signing` signs public links
 * (trackers, clicks, mails), `internal` signs calls between the own processes, `database` is the embedded
 * PostgreSQL's password.
 */
const secretsSchema = z.object({
  session: z.string().min(32),
  signing: z.string().min(32),
  internal: z.string().min(32),
  database: z.string().min(32),
});
export type Secrets = z.infer<typeof secretsSchema>;

/**
 * The secrets of a data folder: those `given`, the rest from `secrets.json` (0600), created with random values at the
 * first start. Safe for processes that start concurrently: the first file wins.
 */
export function readSecrets(dataDir: string, given: Partial<Secrets>): Secrets {
  const file = path.join(dataDir, "secrets.json");
  if (given.session && given.signing && given.internal && given.database) return secretsSchema.parse(given);
  mkdirSync(dataDir, { recursive: true });
  return { ...(readFile(file) ?? writeFile(file)), ...withoutUndefined(given) };
}

function readFile(file: string): Secrets | null {
  try {
    return secretsSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new Error(`${file} is not readable as secrets; restore it from a backup or delete it to sign everybody out`);
  }
}

function writeFile(file: string): Secrets {
  const fresh = (): string => systemRandom.bytes(32).toString("base64url");
  const secrets: Secrets = { session: fresh(), signing: fresh(), internal: fresh(), database: fresh() };
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

const withoutUndefined = (given: Partial<Secrets>): Partial<Secrets> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
