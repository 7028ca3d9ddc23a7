import { appendFileSync } from "node:fs";

/** Shared by every copy of this module in a process. Processes that a test starts get the mutant by environment. */
type State = { active: number; seen: Set<number>; hits: string | undefined };
const holder = globalThis as { litfassMutant?: State };
holder.litfassMutant ??= {
  active: Number(process.env.LITFASS_MUTANT ?? 0),
  seen: new Set(),
  hits: process.env.LITFASS_MUTANT_HITS,
};
const state = holder.litfassMutant;

/**
 * Whether this mutant is the active one. Without one, the mutants that are reached are appended to the file of hits.
 * @public called by instrumented files
 */
export function isMutant(id: number): boolean {
  if (state.hits !== undefined && !state.seen.has(id)) {
    state.seen.add(id);
    appendFileSync(state.hits, `${id}\n`);
  }
  return id === state.active;
}

/** Activates a mutant (0: none) from now on, also in processes that are started later. */
export function activate(id: number, hits?: string): void {
  Object.assign(state, { active: id, hits });
  state.seen.clear();
  process.env.LITFASS_MUTANT = String(id);
  if (hits === undefined) delete process.env.LITFASS_MUTANT_HITS;
  else process.env.LITFASS_MUTANT_HITS = hits;
}
