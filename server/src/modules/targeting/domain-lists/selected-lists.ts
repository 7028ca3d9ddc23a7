import { type Targeting, targetingSchema } from "@litfass/contract/targeting/targeting";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { audiencesById } from "../audiences/audience-sql.ts";
import { domainListsById } from "./domain-list-sql.ts";

export type SelectedLists = { siteAllow: string[]; siteBlock: string[]; segmentIds: string[] };

/** Matches no site and no visitor: a restriction of which nothing is left must not turn into no restriction. */
const matchesNothing = ["nothing.invalid"];
const restriction = (selected: number[], found: string[]) =>
  selected.length > 0 && found.length === 0 ? matchesNothing : found;

/** The domains and segments of the lists and audiences that a target group selected, as they are now. */
export async function selectedLists(db: Executor, targeting: Partial<Targeting>): Promise<SelectedLists> {
  const { whitelists, blocklists, audiences } = targetingSchema.parse(targeting);
  const lists = await domainListsById(db, [...whitelists, ...blocklists]);
  const domains = (ids: number[]) => [
    ...new Set(lists.filter(({ id }) => ids.includes(id)).flatMap((list) => list.domains)),
  ];
  const segments = (await audiencesById(db, audiences)).flatMap((audience) => audience.segmentIds);
  return {
    siteAllow: restriction(whitelists, domains(whitelists)),
    siteBlock: domains(blocklists),
    segmentIds: restriction(audiences, [...new Set(segments)]),
  };
}
