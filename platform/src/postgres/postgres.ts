import type { Socket } from "node:net";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Log } from "../log/log.ts";
import { StartError } from "../process/lifetime.ts";
import { databaseOn } from "./database-on.ts";
import { traceQueries } from "./trace-queries.ts";

export type Database = NodePgDatabase;
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
declare const writing: unique symbol;
/** A transaction that may write. Only the executor of commands opens one; writing SQL requires this type. */
export type WriteTransaction = Transaction & { readonly [writing]: true };
/** What a query can run on. */
export type Executor = Database | Transaction;

export type Postgres = { db: Database; pool: pg.Pool; url: string; close(): Promise<void> };

/** A statement that waits longer for a lock fails; job queues and commands repeat it. */
export const lockTimeoutMs = 20_000;

/** The role of the processes: it owns nothing and cannot change permissions revoked by a migration. */
export const appRole = "litfass_app";

export type PostgresOptions = {
  log: Log;
  /** Role of every connection; `litfass_app` by default, null for the owner. */
  role?: string | null;
  maxConnections?: number;
  statementTimeoutMs?: number;
  connectTimeoutMs?: number;
  /** For a server that may stop answering without closing its connections. */
  queryTimeoutMs?: number;
  /** After this time without a byte a connection counts as broken; 130 s by default. */
  silenceMs?: number;
};

/**
 * Without a listener, a connection that the server cuts ends the process. The cut also fails the query that runs or
 * the next one, where it is handled.
 */
export function watchErrors<Client extends pg.ClientBase>(client: Client, log?: Pick<Log, "warn">): Client {
  client.on("error", (error) => log?.warn({ err: error }, "a PostgreSQL connection broke"));
  return client;
}

/** Longer than any statement may take (the reconciliation's: 120 s), and than idle connections stay open. */
const usualSilenceMs = 130_000;

/** Jobs that begin with each minute need several connections at once: closed in between, they cost more than the jobs. */
const idleConnectionMs = 90_000;

/**
 * Breaks a connection whose server vanished without closing it, as a lost machine does: the system would hold each call
 * for a quarter of an hour.
 */
function breakWhenSilent(client: pg.ClientBase, ms: number): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.setTimeout(ms, () => stream.destroy(new Error(`PostgreSQL has not answered for ${ms / 1000} s`)));
}

/** Opens a pool. Connections are opened on demand; `close` waits for those in use. */
export function connectPostgres(url: string, options: PostgresOptions): Postgres {
  const role = options.role === undefined ? appRole : options.role;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 10_000,
    idleTimeoutMillis: idleConnectionMs,
    statement_timeout: options.statementTimeoutMs ?? 30_000,
    ...(options.queryTimeoutMs !== undefined && { query_timeout: options.queryTimeoutMs }),
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: 60_000,
    application_name: "litfass",
    verify: (client, done) => verifyRole(client, role).then(() => done(), done),
    ...(role ? { options: `-c role=${role} -c timezone=UTC` } : { options: "-c timezone=UTC" }),
  });
  // The pool reports idle connections that break and replaces them; those in use report to their own listener only.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    watchErrors(client, options.log);
    breakWhenSilent(client, options.silenceMs ?? usualSilenceMs);
  });
  traceQueries(pool);
  let closing: Promise<void> | null = null;
  return {
    db: databaseOn(pool),
    pool,
    url,
    close: () => {
      closing ??= pool.end();
      return closing;
    },
  };
}

const poolerHint =
  "a connection pooler in transaction mode does not pass on the role and the time limits; " +
  "set DATABASE_URL to PostgreSQL itself or to a pool in session mode";

/** @throws StartError for a connection with other rights than intended, as a pooler in transaction mode makes them. */
async function verifyRole(client: pg.ClientBase, role: string | null): Promise<void> {
  if (role === null) return;
  const { rows } = await client.query<{ role: string }>("select current_user as role");
  if (rows[0]?.role !== role) throw new StartError(`the database's user is not ${role}: ${poolerHint}`);
}

/**
 * Opens and verifies a first connection, so that a process with a wrong address does not start.
 * @throws StartError where a pooler refuses the connection's settings
 */
export async function requireConnection({ pool }: Postgres): Promise<void> {
  try {
    (await pool.connect()).release();
  } catch (error) {
    // PgBouncer refuses startup parameters that it does not know.
    if (!(error instanceof Error) || !/unsupported startup parameter/.test(error.message)) throw error;
    throw new StartError(`${error.message}: ${poolerHint}`);
  }
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
