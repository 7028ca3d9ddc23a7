import pg from "pg";

/** Rows per table; an account beyond them is exported in part, and the export says so. */
const maxRows = 100_000;

/** How the rows of a table belong to an account, by the names of its columns; the first that exists decides. */
const belonging: readonly { column: string; where: string }[] = [
  ...["owner_uid", "uid", "user_uid", "customer_uid", "subject_uid"].map((column) => ({
    column,
    where: `${column} = $1`,
  })),
  { column: "campaign_id", where: "campaign_id in (select id from campaigns where owner_uid = $1)" },
  {
    column: "creative_group_uuid",
    where: "creative_group_uuid in (select uuid from creative_groups where owner_uid = $1)",
  },
  { column: "email", where: "email = (select email from users where uid = $1)" },
];

/** Tables that belong by another table. */
const byTable: Readonly<Record<string, string>> = {
  open_spend: "from_account_id in (select id from ledger_accounts where owner_uid = $1)",
  ledger_lines: "account_id in (select id from ledger_accounts where owner_uid = $1)",
  ledger_entries: `id in (select l.entry_id from ledger_lines l join ledger_accounts a on a.id = l.account_id
    where a.owner_uid = $1)`,
  // Reports about an account's ads name other people: only those that the account sent are its own.
  ad_reports: "lower(email) = (select lower(email) from users where uid = $1)",
};

/** Operating data without statements about a person: counters and leases of the ad servers, and one-time codes. */
const omitted = new Set([
  ...["identity_codes", "idempotency_keys", "frequency_counts", "leases"],
  ...["campaign_adjustments", "adjustment_minutes"],
]);

/** Values that would let the reader of an export act as the account. */
const secretColumn = /secret|hash|token|password|sealed|salt|^code$|^key$/;

/** An account's rows of one table. Binary values are Buffers. */
export type AccountTable = { table: string; rows: Record<string, unknown>[]; isComplete: boolean };

export async function uidOfEmail(client: pg.Client, email: string): Promise<string | null> {
  const { rows } = await client.query<{ uid: string }>("select uid from users where lower(email) = lower($1) limit 1", [
    email,
  ]);
  return rows[0]?.uid ?? null;
}

/**
 * Everything that PostgreSQL stores on the account, table by table, as at one moment. Tables are found by their columns,
 * so a new table is included.
 */
export async function readAccountRows(client: pg.Client, uid: string): Promise<AccountTable[]> {
  await client.query("begin isolation level repeatable read read only");
  try {
    const found: AccountTable[] = [];
    for (const { table, where, columns } of await listTables(client)) {
      const list = columns.map((column) => pg.escapeIdentifier(column)).join(", ");
      const { rows } = await client.query<Record<string, unknown>>(
        `select ${list} from ${pg.escapeIdentifier(table)} where ${where} limit ${maxRows + 1}`,
        [uid],
      );
      if (rows.length > 0) found.push({ table, rows: rows.slice(0, maxRows), isComplete: rows.length <= maxRows });
    }
    return found;
  } finally {
    await client.query("rollback");
  }
}

async function listTables(client: pg.Client) {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select t.table_name as table, array_agg(c.column_name::text order by c.ordinal_position) as columns
    from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE' group by t.table_name order by t.table_name`,
  );
  return rows.flatMap(({ table, columns }) => {
    const where = byTable[table] ?? belonging.find(({ column }) => columns.includes(column))?.where;
    if (!where || omitted.has(table)) return [];
    return [{ table, where, columns: columns.filter((column) => !secretColumn.test(column)) }];
  });
}
