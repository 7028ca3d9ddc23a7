import { metaOf, type PageMeta } from "@litfass/contract/kernel/paging";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { type SQL, sql } from "drizzle-orm";
import { users } from "../../users/index.ts";
import { containing, userName } from "../invoices/invoice-list-sql.ts";
import type { EntryKind } from "../ledger/ledger.ts";
import type { Movement } from "./transaction.ts";

export type MovementQuery = {
  page: number;
  per_page: number;
  search?: string;
  sort?: string;
  direction: "asc" | "desc";
};

type Row = {
  id: string;
  owner_uid: string;
  user_name: string;
  kind: EntryKind;
  description: string;
  details: Movement["details"];
  amount: string;
  refunded: string;
  currency: Movement["currency"];
  at: string;
};

const columns = sql`e.id, a.owner_uid, ${userName} as user_name, e.kind, e.description, e.details,
  l.amount_micros as amount, l.currency, e.at,
  coalesce((select -sum(rl.amount_micros) from ledger_entries r join ledger_lines rl on rl.entry_id = r.id
    and rl.account_id = l.account_id where r.reverses = e.id), 0)::bigint as refunded`;

const tables = sql`ledger_accounts a join ledger_lines l on l.account_id = a.id
  join ledger_entries e on e.id = l.entry_id join ${users} on ${users.uid} = a.owner_uid`;

const movementOf = (row: Row): Movement => ({
  entryId: BigInt(row.id),
  ownerUid: row.owner_uid,
  userName: row.user_name,
  kind: row.kind,
  description: row.description,
  details: row.details,
  amountMicros: BigInt(row.amount),
  refundedMicros: BigInt(row.refunded),
  currency: row.currency,
  at: new Date(row.at),
});

/** A page of the movements of some customers' available money, newest first unless sorted. */
export async function listMovements(
  db: Executor,
  ownerUids: string[],
  query: MovementQuery,
): Promise<{ rows: Movement[]; meta: PageMeta }> {
  const found = query.search
    ? sql`and (e.description ilike ${containing(query.search)} or e.id::text = ${query.search})`
    : sql``;
  const where = sql`where a.kind = 'available' and a.owner_uid in (${sql.join(
    ownerUids.map((uid) => sql`${uid}`),
    sql`, `,
  )}) ${found}`;
  const { rows } = await db.execute<Row>(sql`select ${columns} from ${tables} ${where}
    order by ${orderOf(query)} limit ${query.per_page} offset ${(query.page - 1) * query.per_page}`);
  const counted = await db.execute<{ total: number }>(sql`select count(*)::int as total from ${tables} ${where}`);
  return { rows: rows.map(movementOf), meta: metaOf(query.page, query.per_page, counted.rows[0]!.total) };
}

function orderOf(query: MovementQuery): SQL {
  const sortable: Record<string, SQL> = {
    id: sql`e.id`,
    created_at: sql`e.at`,
    amount: sql`l.amount_micros`,
    description: sql`e.description`,
  };
  const column = query.sort ? sortable[query.sort] : undefined;
  if (!column) return sql`e.at desc, e.id desc`;
  return query.direction === "desc" ? sql`${column} desc, e.id desc` : sql`${column} asc, e.id asc`;
}

/** The movements of an entry on customers' available money; one row per customer. */
export async function findMovements(db: Executor, entryId: bigint): Promise<Movement[]> {
  const { rows } = await db.execute<Row>(sql`select ${columns} from ${tables}
    where e.id = ${entryId.toString()}::bigint and a.kind = 'available' order by l.amount_micros`);
  return rows.map(movementOf);
}

/** Serializes the refunds of an entry. */
export async function lockEntry(tx: Transaction, entryId: bigint): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('ledger-entry'), hashtext(${entryId.toString()}))`);
}
