import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Log } from "../log/log.ts";
import { traceQueries } from "./trace-queries.ts";

export type Database = NodePgDatabase;
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
declare const writing: unique symbol;
/** A transaction that may write. Only the executor of commands opens one; writing SQL requires this type. */
export type WriteTransaction = Transaction & { readonly [writing]: true };
/** What a query can run on. */
export type Executor = Database | Transaction;

export type Postgres = { db: Database; pool: pg.Pool; url: string; close(): Promise<void> };

/** The role of the processes: it owns nothing and cannot change permissions revoked by a migration. */
export const appRole = "litfass_app";

export type PostgresOptions = {
  log: Log;
  /** Role of every connection; `litfass_app` by default, null for the owner. */
  role?: string | null;
  maxConnections?: number;
  statementTimeoutMs?: number;
};

/**
 * Without a listener, a connection that the server cuts ends the process. The cut also fails the query that runs or
 * the next one, where it is handled.
 */
export function watchErrors<Client extends pg.ClientBase>(client: Client, log?: Pick<Log, "warn">): Client {
  client.on("error", (error) => log?.warn({ err: error }, "a PostgreSQL connection broke"));
  return client;
}

/** Opens a pool. Connections are opened on demand; `close` waits for those in use. */
export function connectPostgres(url: string, options: PostgresOptions): Postgres {
  const role = options.role === undefined ? appRole : options.role;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.statementTimeoutMs ?? 30_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: "litfass",
    ...(role ? { options: `-c role=${role} -c timezone=UTC` } : { options: "-c timezone=UTC" }),
  });
  // The pool reports idle connections that break and replaces them; those in use report to their own listener only.
  pool.on("error", () => {});
  pool.on("connect", (client) => watchErrors(client, options.log));
  traceQueries(pool);
  let closing: Promise<void> | null = null;
  return {
    db: drizzle({ client: pool }),
    pool,
    url,
    close: () => {
      closing ??= pool.end();
      return closing;
    },
  };
}

/** The SQLSTATE of a failed query, also from inside the error that Drizzle wraps around it; null for other errors. */
export function sqlStateOf(error: unknown): string | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = (current as { code?: unknown }).code;
    if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return null;
}

/** SQLSTATE of a unique violation, and the constraint's name if PostgreSQL reports it. */
export function uniqueViolationOf(error: unknown): { constraint: string } | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, constraint } = current as { code?: unknown; constraint?: unknown };
    if (code === "23505") return { constraint: typeof constraint === "string" ? constraint : "" };
  }
  return null;
}
