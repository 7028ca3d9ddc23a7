import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import type { ServerRequest } from "./clickhouse-server.ts";

/**
 * Settings that a server of the oldest supported version has. Another one belongs here after a look into its
 * documentation: the embedded engine is newer, and has some of its own.
 */
const serverSettings = new Set([
  "async_insert",
  "deduplicate_blocks_in_dependent_materialized_views",
  "insert_deduplicate",
  "insert_deduplication_token",
  "insert_quorum",
  "insert_quorum_parallel",
  "max_execution_time",
  "output_format_json_quote_64bit_integers",
  "select_sequential_consistency",
  // Of tables of the MergeTree family.
  "fsync_after_insert",
  "fsync_part_directory",
  "min_bytes_for_wide_part",
  "mutations_sync",
  "non_replicated_deduplication_window",
  "replicated_deduplication_window",
  "replicated_deduplication_window_seconds",
  // Of the HTTP interface.
  "wait_end_of_query",
]);

/** Functions that read files of the server's machine or run programs there. */
const localFunctions = /^(file|executable\w*|catboost\w*|getServerSetting|filesystem\w*)$/i;
const schema = /^\s*(create|alter|drop|truncate|rename|exchange|detach|attach|optimize)\b/i;

export type Engine = {
  /** The version that introduced each function. */
  introducedIn: ReadonlyMap<string, string>;
  /** The version of the servers that must run every statement: `25.8`. */
  oldest: string;
  isCluster: boolean;
};

/** The functions of the embedded engine. */
export async function functionsOf(store: ClickHouse): Promise<Map<string, string>> {
  const query = "select lower(name) as name, introduced_in as version from system.functions where introduced_in != ''";
  const rows = await (await store.query({ query, format: "JSONEachRow" })).json<{ name: string; version: string }>();
  return new Map(rows.map(({ name, version }) => [name, version]));
}

/** Why a ClickHouse server would refuse this; empty if it would not. */
export async function refusalsOf(request: ServerRequest, store: ClickHouse, engine: Engine): Promise<string[]> {
  const { statement, settings, params } = request;
  const tree = await store.exec({ query: `explain ast ${statement}`, query_params: params });
  const lines = Buffer.concat(await tree.stream.toArray())
    .toString("utf8")
    .split("\n")
    .map((line) => line.replaceAll('"', ""));
  const own = [...statement.matchAll(/\bsettings?\s+([^()]*?)(?=\bselect\b|\bformat\b|$)/gi)].flatMap(([, list = ""]) =>
    [...list.matchAll(/(\w+)\s*=/g)].map(([, name = ""]) => name),
  );
  return [
    ...[...own, ...Object.keys(settings)].filter((name) => !serverSettings.has(name)).map((name) => `setting ${name}`),
    ...lines.flatMap((line, place) => refusedFunction(line, lines[place - 1] ?? "", engine)),
    ...refusedWords(statement),
    ...refusedSchema(statement, engine),
  ];
}

function refusedFunction(line: string, parent: string, { introducedIn, oldest }: Engine): string[] {
  const name = /^\s*Function (\w+)/.exec(line)?.[1];
  if (name === undefined) return [];
  // `from file(…)`: what no table of the database holds.
  if (/^\s*TableExpression/.test(parent)) return [`table function ${name}`];
  if (localFunctions.test(name)) return [`function ${name}`];
  const version = introducedIn.get(name.toLowerCase());
  return version !== undefined && isNewer(version, oldest) ? [`function ${name}, which is new in ${version}`] : [];
}

function isNewer(version: string, oldest: string): boolean {
  const [a = 0, b = 0] = version.split(".").map(Number);
  const [c = 0, d = 0] = oldest.split(".").map(Number);
  return a > c || (a === c && b > d);
}

function refusedWords(statement: string): string[] {
  const found: string[] = [];
  if (/\b(into outfile|from infile)\b/i.test(statement)) found.push("a file of the client");
  if (/\bfreeze\b/i.test(statement)) found.push("freeze, whose copies only the server's machine has");
  if (/^\s*system (?!sync replica\b)/i.test(statement)) found.push("a statement about the whole server");
  if (/\b(create|drop|use|attach|detach) database\b/i.test(statement)) found.push("another database");
  return found;
}

function refusedSchema(statement: string, { isCluster }: Engine): string[] {
  if (!schema.test(statement)) return [];
  const found: string[] = [];
  const table = /\bengine = (\w+)/i.exec(statement)?.[1];
  if (table !== undefined && !/^(Replicated)?\w*MergeTree$/.test(table)) found.push(`engine ${table}`);
  if (isCluster && !/ on cluster '\w+'/i.test(statement)) found.push("no on cluster");
  if (isCluster && table !== undefined && !table.startsWith("Replicated")) found.push(`engine ${table} in a cluster`);
  if (isCluster && /\bnon_replicated_/i.test(statement)) found.push("a setting of tables that are not replicated");
  if (!isCluster && / on cluster\b|\bengine = Replicated/i.test(statement)) found.push("a cluster");
  return found;
}
