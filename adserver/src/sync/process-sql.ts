import type { Database } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { placesFor, placesLostMs } from "../auction/pacing/adjustment-slots.ts";

/** A process that did not report for this long counts as dead. */
export const processSeenMs = 15_000;

type ProcessRow = { process: string; places: number[]; internal_url: string; lives: boolean };

export type Beaten = { processes: number; places: number[]; peers: Map<string, string> };

/**
 * Reports that this process lives and holds the places `held`. Returns the number of live processes and its new places:
 * its share without those still held by others; `peers` are the internal URLs of the others. Places are stored before
 * and until they are used, so no two processes use the same one even if an answer is lost.
 */
export async function beat(
  db: Database,
  process: string,
  held: number[],
  now: Date,
  internalUrl = "",
): Promise<Beaten> {
  const before = (ms: number): string => new Date(now.getTime() - ms).toISOString();
  const listed = sql`SELECT process, places, internal_url, seen_at > ${before(processSeenMs)}::timestamptz AS lives
    FROM delivery_processes WHERE process <> ${process} AND seen_at > ${before(placesLostMs)}::timestamptz`;
  const share = (others: ProcessRow[]): Beaten & { noted: number[] } => {
    const names = [process, ...others.filter(({ lives }) => lives).map((other) => other.process)];
    const places = placesFor(process, names, new Set(others.flatMap((other) => other.places)));
    const live = others.filter(({ lives, internal_url: url }) => lives && url !== "");
    return {
      processes: names.length,
      places,
      peers: new Map(live.map((other) => [other.process, other.internal_url])),
      noted: [...new Set([...held, ...places])],
    };
  };
  // Mostly nothing but the time changes, and what does not claim a place needs no lock.
  const { rows } = await db.execute<ProcessRow>(sql`
    WITH own AS (
      UPDATE delivery_processes SET seen_at = ${now.toISOString()}::timestamptz WHERE process = ${process}
      RETURNING process, places, internal_url, true AS lives)
    SELECT * FROM own UNION ALL ${listed}`);
  const own = rows.find((row) => row.process === process);
  const found = share(rows.filter((row) => row !== own));
  if (own?.internal_url === internalUrl && isSameSet(own.places, found.noted)) return found;
  return db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE delivery_processes IN SHARE ROW EXCLUSIVE MODE`);
    const claimed = share((await tx.execute<ProcessRow>(listed)).rows);
    await tx.execute(sql`
      INSERT INTO delivery_processes (process, seen_at, places, internal_url)
      VALUES (${process}, ${now.toISOString()}::timestamptz, ${sql.param(claimed.noted)}::int[], ${internalUrl})
      ON CONFLICT (process) DO UPDATE
        SET seen_at = excluded.seen_at, places = excluded.places, internal_url = excluded.internal_url`);
    return claimed;
  });
}

const isSameSet = (some: number[], others: number[]): boolean =>
  some.length === others.length && new Set([...some, ...others]).size === some.length;

/** Frees the places of a stopped process. */
export const removeProcess = (db: Database, process: string): Promise<unknown> =>
  db.execute(sql`DELETE FROM delivery_processes WHERE process = ${process}`);
