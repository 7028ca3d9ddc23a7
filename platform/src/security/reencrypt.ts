import type { Executor } from "../postgres/postgres.ts";
import type { Random } from "../random.ts";
import type { Keys } from "./keys.ts";
import { listSealedValues, replaceSealedValue, type SealedColumn } from "./sealed-values-sql.ts";
import { isSealedByNewest, seal, unseal } from "./sealing.ts";

export type Reencrypted = {
  /** Values that exist. */
  total: number;
  /** Values that were encrypted with an older key, and now are with the newest. */
  renewed: number;
  /** Keys of rows that no key decrypts. They are left as they are. */
  unreadable: string[];
};

const pageSize = 500;

/**
 * Encrypts the values of a column again where the newest key does not decrypt them. May run while processes write, and
 * may be interrupted and repeated. The texts stay as they are, so nothing is audited.
 * @param onPage called with the number of values read so far
 */
export async function reencrypt(
  column: SealedColumn,
  { db, keys, random, onPage }: { db: Executor; keys: Keys; random: Random; onPage: (read: number) => void },
): Promise<Reencrypted> {
  const done: Reencrypted = { total: 0, renewed: 0, unreadable: [] };
  let after: string[] | null = null;
  for (;;) {
    const page = await listSealedValues(db, column, after, pageSize);
    for (const value of page) {
      if (isSealedByNewest(value.sealed, keys, column.purpose)) continue;
      const text = unseal(value.sealed, keys, column.purpose);
      if (text === null) done.unreadable.push(value.key.join(" "));
      else if (await replaceSealedValue(db, column, value, seal(text, keys, column.purpose, random))) done.renewed += 1;
    }
    done.total += page.length;
    after = page.at(-1)?.key ?? null;
    onPage(done.total);
    if (page.length < pageSize) return done;
  }
}
