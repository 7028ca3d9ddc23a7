import type { FlatRow } from "./google-ads-world.ts";

/** A query in Google's query language, as used by reports: SELECT, FROM, WHERE with AND, ORDER BY, LIMIT. */
export type Query = {
  fields: string[];
  resource: string;
  conditions: Condition[];
  orderBy: { field: string; descending: boolean } | null;
  limit: number;
};
type Condition = { field: string; operator: "=" | "!=" | "BETWEEN"; values: string[] };

const shape =
  /^SELECT (?<fields>[\w.,\s]+?) FROM (?<resource>\w+)(?: WHERE (?<where>.+?))?(?: ORDER BY (?<field>[\w.]+)(?: (?<direction>ASC|DESC))?)?(?: LIMIT (?<limit>\d+))?$/;
const value = "(?:'[^']*'|[\\w-]+)";
const condition = new RegExp(`^([\\w.]+) (?:(=|!=) (${value})|BETWEEN (${value}) AND (${value}))$`);
/** An AND that does not belong to a BETWEEN. */
const between = / AND (?=[\w.]+ (?:=|!=|BETWEEN) )/;

/** The query, or null if invalid. */
export function parseQuery(text: string): Query | null {
  const parts = shape.exec(text.replaceAll(/\s+/g, " ").trim())?.groups;
  if (!parts) return null;
  const conditions: Condition[] = [];
  for (const each of parts.where?.split(between) ?? []) {
    const [, field = "", operator, single, from, to] = condition.exec(each) ?? [];
    if (field === "") return null;
    const values = (single === undefined ? [from, to] : [single]).map((text = "") => text.replaceAll("'", ""));
    conditions.push({ field, operator: operator === "=" || operator === "!=" ? operator : "BETWEEN", values });
  }
  return {
    fields: (parts.fields ?? "").split(",").map((field) => field.trim()),
    resource: parts.resource ?? "",
    conditions,
    orderBy: parts.field ? { field: parts.field, descending: parts.direction === "DESC" } : null,
    limit: Number(parts.limit ?? 10_000),
  };
}

/** Matching rows, summed by the selected non-metric fields. */
export function runQuery({ fields, conditions, orderBy, limit }: Query, rows: FlatRow[]): FlatRow[] {
  const isMetric = (field: string): boolean => field.startsWith("metrics.");
  const names = fields.filter((field) => !isMetric(field));
  const groups = new Map<string, FlatRow>();
  for (const row of rows) {
    if (!conditions.every((each) => fits(each, row))) continue;
    const key = JSON.stringify(names.map((name) => row[name]));
    const group = groups.get(key) ?? Object.fromEntries(names.map((name) => [name, row[name] ?? ""]));
    for (const field of fields) {
      if (isMetric(field)) group[field] = Number(group[field] ?? 0) + Number(row[field] ?? 0);
    }
    groups.set(key, group);
  }
  const found = [...groups.values()];
  if (orderBy) {
    const { field, descending } = orderBy;
    const turn = descending ? -1 : 1;
    found.sort((a, b) => turn * String(a[field]).localeCompare(String(b[field]), "en", { numeric: true }));
  }
  return found.slice(0, limit);
}

function fits({ field, operator, values: [first = "", second = ""] }: Condition, row: FlatRow): boolean {
  const text = String(row[field]);
  if (operator === "=") return text.toLowerCase() === first.toLowerCase();
  if (operator === "!=") return text.toLowerCase() !== first.toLowerCase();
  return text >= first && text <= second;
}

/** `metrics.cost_micros` is `{metrics: {costMicros: "…"}}` in the API: 64-bit numbers are strings. */
export function wireRow(row: FlatRow): Record<string, unknown> {
  const wire: Record<string, unknown> = {};
  for (const [path, cell] of Object.entries(row)) {
    const steps = path
      .split(".")
      .map((step) => step.replaceAll(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase()));
    const last = steps.pop() ?? "";
    let place = wire;
    for (const step of steps) {
      place[step] ??= {};
      place = place[step] as Record<string, unknown>;
    }
    place[last] = typeof cell === "number" ? String(cell) : cell;
  }
  return wire;
}
