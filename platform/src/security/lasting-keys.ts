import { createHmac } from "node:crypto";
import { z } from "zod";
import type { PlatformConfig } from "../config/config.ts";
import { readNote, replaceNote, writeFirstNote } from "../installation/installation-sql.ts";
import type { Log } from "../log/log.ts";
import type { Executor } from "../postgres/postgres.ts";
import type { Random } from "../random.ts";
import type { SealedColumn } from "./sealed-values-sql.ts";
import { seal, unseal } from "./sealing.ts";

/**
 * Keys that outlive the installation's signing keys: a visitor who opted out must stay unknown, and tags stay on
 * advertisers' sites for years.
 */
export type LastingKeys = {
  /** Makes visitors' pseudonyms. */
  visitor: Buffer;
  /** Signs the remarketing tags. */
  remarketing: Buffer;
};

/** Where they are stored, encrypted. */
const lastingKeysNote = "lasting_keys";
const lastingKeysPurpose = "lasting keys";
export const lastingKeysColumn: SealedColumn = {
  table: "installation",
  column: "value",
  key: ["key"],
  onlyKey: lastingKeysNote,
  purpose: lastingKeysPurpose,
};

const storedKeys = z.object({ visitor: z.base64(), remarketing: z.base64() });
const encode = ({ visitor, remarketing }: LastingKeys): string =>
  JSON.stringify({ visitor: visitor.toString("base64"), remarketing: remarketing.toString("base64") });
function decode(text: string): LastingKeys {
  const { visitor, remarketing } = storedKeys.parse(JSON.parse(text));
  return { visitor: Buffer.from(visitor, "base64"), remarketing: Buffer.from(remarketing, "base64") };
}

/** Those of an installation that has stored none: earlier versions derived them at each start. */
export function derivedLastingKeys(signingKey: string): LastingKeys {
  const derived = (label: string): Buffer => createHmac("sha256", signingKey).update(label).digest();
  return { visitor: derived("visitor"), remarketing: derived("signature") };
}

/**
 * The lasting keys of the installation. The first process stores them, derived from its oldest signing key. Stored ones
 * that no key decrypts are replaced and logged: pseudonyms and tags change, as they do without the signing key.
 */
export async function readLastingKeys(
  db: Executor,
  { config, random, log }: { config: Pick<PlatformConfig, "secrets">; random: Random; log: Pick<Log, "error"> },
): Promise<LastingKeys> {
  const { signing } = config.secrets;
  const derived = derivedLastingKeys(signing.at(-1) ?? signing[0]);
  const sealed = (): string => seal(encode(derived), signing, lastingKeysPurpose, random);
  const stored = (await readNote(db, lastingKeysNote)) ?? (await writeFirstNote(db, lastingKeysNote, sealed()));
  const opened = unseal(stored, signing, lastingKeysPurpose);
  if (opened !== null) return decode(opened);
  log.error({}, "visitors' pseudonyms and remarketing tags change: no SIGNING_SECRET decrypts the stored keys");
  await replaceNote(db, lastingKeysNote, stored, sealed());
  return derived;
}
