import type pg from "pg";
import { statementName, statementText } from "../tracing/statement-text.ts";
import { inPartSpan, tracer } from "../tracing/tracing.ts";

type Query = (...given: unknown[]) => unknown;

/** A span for each query of a pool and of its connections. Without tracing they stay as they are. */
export function traceQueries(pool: pg.Pool): void {
  if (tracer() === null) return;
  traceTarget(pool);
  pool.on("connect", (client) => traceTarget(client));
}

function traceTarget(target: pg.Pool | pg.PoolClient): void {
  const query = target.query.bind(target) as Query;
  const traced: Query = (...given) => {
    const text = textOf(given[0]);
    // The pool calls its connections with a callback: its own span covers these.
    if (text === null || typeof given.at(-1) === "function") return query(...given);
    const attributes = {
      "db.system.name": "postgresql",
      "db.operation.name": statementName(text),
      "db.query.text": statementText(text),
    };
    return inPartSpan(`postgresql ${statementName(text)}`, { kind: "client", attributes }, async () => query(...given));
  };
  Object.assign(target, { query: traced });
}

/** The statement; null for cursors and other objects that a connection runs itself. */
function textOf(query: unknown): string | null {
  if (typeof query === "string") return query;
  const { text, submit } = (query ?? {}) as { text?: unknown; submit?: unknown };
  return typeof text === "string" && submit === undefined ? text : null;
}
