import type { Executor } from "@litfass/platform/postgres/postgres";
import { todayOf } from "../publisher-access.ts";
import { findPublisherOf } from "../publisher-sql.ts";
import { listStatementRows, type StatementRow } from "./statement-sql.ts";

const most = 100;

/** The publisher that belongs to a user, and its statements, oldest first; null without a publisher. */
export async function statementsOfOwner(
  db: Executor,
  ownerUid: string,
  now: Date,
): Promise<{ publisher: number; statements: StatementRow[] } | null> {
  const publisher = await findPublisherOf(db, ownerUid, todayOf(now));
  if (publisher === null) return null;
  const { rows } = await listStatementRows(db, publisher.id, { page: 1, per_page: most });
  return { publisher: publisher.id, statements: rows.sort((a, b) => a.month.localeCompare(b.month)) };
}
