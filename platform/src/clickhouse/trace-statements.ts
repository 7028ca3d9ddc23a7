import { statementName, statementText } from "../tracing/statement-text.ts";
import { inPartSpan, tracer } from "../tracing/tracing.ts";

type Run = (...given: unknown[]) => Promise<unknown>;

/** What runs statements in a client of ClickHouse. */
type Statements = Record<(typeof traced)[number], (...given: never[]) => Promise<unknown>>;

const traced = ["query", "command", "exec", "insertNative"] as const;

/** A span for each statement of a client. Without tracing it stays as it is. */
export function traceStatements<Client extends Statements>(clickhouse: Client): Client {
  if (tracer() === null) return clickhouse;
  const wrap = (name: (typeof traced)[number]): Run => {
    const run = clickhouse[name].bind(clickhouse) as Run;
    return (...given) => {
      const text = textOf(given[0]);
      const attributes = {
        "db.system.name": "clickhouse",
        "db.operation.name": statementName(text),
        "db.query.text": statementText(text),
      };
      return inPartSpan(`clickhouse ${statementName(text)}`, { kind: "client", attributes }, () => run(...given));
    };
  };
  return Object.assign(clickhouse, Object.fromEntries(traced.map((name) => [name, wrap(name)])));
}

const textOf = (given: unknown): string =>
  typeof given === "string" ? given : String((given as { query?: unknown } | undefined)?.query ?? "");
