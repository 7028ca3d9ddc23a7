import type { Database } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { placesFor, placesLostMs } from "../auction/pacing/adjustment-slots.ts";

/** A process that was not heard of for so long is not counted among those who live. */
export const processSeenMs = 15_000;

/**
 * Says that this process lives and uses the places `held`. Answers how many processes live and the places to go on with: its
 * part of all, without those that others still have. Places are noted before they are used and are noted until they are used
 * no more (with the next beat), so that no two processes use one, whatever answer gets lost.
 */
export async function beat(
  db: Database,
  process: string,
  held: number[],
  now: Date,
): Promise<{ processes: number; places: number[] }> {
  const before = (ms: number): string => new Date(now.getTime() - ms).toISOString();
  return db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE delivery_processes IN SHARE ROW EXCLUSIVE MODE`);
    const { rows: others } = await tx.execute<{ process: string; places: number[]; lives: boolean }>(sql`
      SELECT process, places, seen_at > ${before(processSeenMs)}::timestamptz AS lives FROM delivery_processes
      WHERE process <> ${process} AND seen_at > ${before(placesLostMs)}::timestamptz`);
    const names = [process, ...others.filter(({ lives }) => lives).map((other) => other.process)];
    const places = placesFor(process, names, new Set(others.flatMap((other) => other.places)));
    const noted = [...new Set([...held, ...places])];
    await tx.execute(sql`
      INSERT INTO delivery_processes (process, seen_at, places)
      VALUES (${process}, ${now.toISOString()}::timestamptz, ${sql.param(noted)}::int[])
      ON CONFLICT (process) DO UPDATE SET seen_at = excluded.seen_at, places = excluded.places`);
    return { processes: names.length, places };
  });
}

/** After the last thing it did: others need not wait for its places. */
export const removeProcess = (db: Database, process: string): Promise<unknown> =>
  db.execute(sql`DELETE FROM delivery_processes WHERE process = ${process}`);
