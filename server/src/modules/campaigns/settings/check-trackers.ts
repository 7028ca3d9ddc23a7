import { isDeepStrictEqual } from "node:util";
import type { CampaignChange } from "@litfass/contract/campaigns/campaigns";
import { isHostIn } from "@litfass/contract/settings/third-party-hosts";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { Problem } from "@litfass/platform/problem";
import { findThirdPartyHosts } from "@litfass/platform/settings/read-settings";
import type { CampaignRow } from "../tables.ts";

type Trackers = Pick<CampaignChange, "impression_trackers" | "verification_scripts">;
/** Templates of campaigns have none. */
type Known = Partial<Pick<CampaignRow, "impressionTrackers" | "verificationScripts">> | null;

const fields = ["impression_trackers", "verification_scripts"] as const;

const knownTrackers = (known: Known) => ({
  impression_trackers: known?.impressionTrackers ?? [],
  verification_scripts: known?.verificationScripts ?? [],
});

/** The lists of trackers that differ from the campaign's present ones. */
export const changedTrackers = (settings: Trackers, known: Known): (typeof fields)[number][] =>
  fields.filter(
    (field) => settings[field] !== undefined && !isDeepStrictEqual(settings[field], knownTrackers(known)[field]),
  );

/**
 * New trackers must be of hosts that the operator allows. Present ones may stay: delivery leaves out those whose host was
 * withdrawn. @throws 422 at the fields.
 */
export async function checkTrackers(db: Executor, settings: Trackers, known: Known): Promise<void> {
  const changed = changedTrackers(settings, known);
  if (changed.length === 0) return;
  const allowed = await findThirdPartyHosts(db);
  const before = knownTrackers(known);
  const refused = changed.flatMap((field) => {
    const added = (settings[field] ?? []).filter((url) => !before[field].includes(url));
    const hosts = added.map((url) => new URL(url).hostname).filter((host) => !isHostIn(host, allowed));
    return hosts.length === 0 ? [] : [{ field, hosts }];
  });
  if (refused.length === 0) return;
  throw new Problem("invalid", {
    errors: Object.fromEntries(refused.map(({ field }) => [field, ["tracker.host"]])),
    values: { hosts: [...new Set(refused.flatMap(({ hosts }) => hosts))].join(", ") },
  });
}
