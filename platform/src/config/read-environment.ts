import { z } from "zod";
import type { Values, Variables } from "./environment.ts";

/** One unusable setting: the variable, and what is wrong and to be done. */
export type ConfigFault = { variable: string; problem: string };

type Read<V extends Variables> = { values: Values<V>; faults: ConfigFault[] };

/**
 * Parses the variables; an empty one counts as unset. A variable with a fault is read as unset, so that the others can
 * still be checked. Faults never contain a secret.
 */
export function readEnvironment<V extends Variables>(env: Record<string, string | undefined>, variables: V): Read<V> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const schema = z.object(variables);
  const parsed = schema.safeParse(given);
  if (parsed.success) return { values: parsed.data, faults: [] };
  const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))];
  const faults = names.map((name) => {
    const meta = variables[name]?.meta() ?? {};
    const shown = meta.hidden || name.endsWith("_KEY") || name.endsWith("_URL") ? "" : ` (is "${given[name]}")`;
    return { variable: name, problem: `${meta.must ?? "is not usable"}${shown}` };
  });
  const usable = Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)));
  return { values: schema.parse(usable), faults };
}
