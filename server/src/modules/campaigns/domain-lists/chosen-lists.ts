import { targetingSchema } from "@litfass/contract/targeting/targeting";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { audiencesById } from "../audiences/audience-sql.ts";
import type { CampaignRow } from "../tables.ts";
import { domainListsById } from "./domain-list-sql.ts";

export type ChosenLists = { siteAllow: string[]; siteBlock: string[]; segmentIds: string[] };

/** Stands for a restriction of which nothing is left: it must not turn into none. */
const nothing = ["nothing.invalid"];
const orNothing = (chosen: number[], found: string[]) => (chosen.length > 0 && found.length === 0 ? nothing : found);

/** What the lists and audiences that a campaign chose hold now. */
export async function chosenLists(db: Executor, row: Pick<CampaignRow, "targeting">): Promise<ChosenLists> {
  const { whitelists, blocklists, audiences } = targetingSchema.parse(row.targeting);
  const lists = await domainListsById(db, [...whitelists, ...blocklists]);
  const domains = (ids: number[]) => [
    ...new Set(lists.filter(({ id }) => ids.includes(id)).flatMap((list) => list.domains)),
  ];
  const segments = (await audiencesById(db, audiences)).flatMap((audience) => audience.segmentIds);
  return {
    siteAllow: orNothing(whitelists, domains(whitelists)),
    siteBlock: domains(blocklists),
    segmentIds: orNothing(audiences, [...new Set(segments)]),
  };
}
