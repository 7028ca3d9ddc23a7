import type { SnapshotDataFee } from "@litfass/contract/adserver/snapshot";
import { type Targeting, targetingSchema } from "@litfass/contract/targeting/targeting";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { audiencesById } from "../audiences/audience-sql.ts";
import type { AudienceRow } from "../tables.ts";
import { domainListsById } from "./domain-list-sql.ts";

export type SelectedLists = {
  siteAllow: string[];
  siteBlock: string[];
  segmentIds: string[];
  dataFees: SnapshotDataFee[];
};

/** Matches no site and no visitor: an emptied restriction must not become unrestricted. */
const matchesNothing = ["nothing.invalid"];
const restriction = (selected: number[], found: string[]) =>
  selected.length > 0 && found.length === 0 ? matchesNothing : found;

/** The current domains and segments of a target group's lists and audiences. */
export async function selectedLists(db: Executor, targeting: Partial<Targeting>): Promise<SelectedLists> {
  const { whitelists, blocklists, audiences } = targetingSchema.parse(targeting);
  const lists = await domainListsById(db, [...whitelists, ...blocklists]);
  const domains = (ids: number[]) => [
    ...new Set(lists.filter(({ id }) => ids.includes(id)).flatMap((list) => list.domains)),
  ];
  const selected = await audiencesById(db, audiences);
  const segments = selected.flatMap((audience) => audience.segmentIds);
  return {
    siteAllow: restriction(whitelists, domains(whitelists)),
    siteBlock: domains(blocklists),
    segmentIds: restriction(audiences, [...new Set(segments)]),
    dataFees: dataFeesOf(selected),
  };
}

/** The fees of the audiences that cost. A segment that is also in a free one is free. */
function dataFeesOf(selected: AudienceRow[]): SnapshotDataFee[] {
  const costs = ({ feePercent, feePerThousand }: AudienceRow) => feePercent > 0 || feePerThousand > 0;
  const free = new Set(selected.filter((row) => !costs(row)).flatMap(({ segmentIds }) => segmentIds));
  return selected.filter(costs).map(({ id, segmentIds, feePercent, feePerThousand, feeCurrency }) => ({
    audience: id,
    segments: segmentIds.filter((segment) => !free.has(segment)),
    percent: feePercent,
    perThousand: feePerThousand,
    currency: feeCurrency,
  }));
}
