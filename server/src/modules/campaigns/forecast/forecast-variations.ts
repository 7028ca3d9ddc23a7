import type { CampaignSnapshot, SnapshotTargeting } from "@litfass/contract/adserver/snapshot";
import { type NarrowingSetting, narrowingSettings } from "@litfass/contract/campaigns/forecast";

/**
 * A campaign with changed settings: none of them, only those up to one, only one, all but one, or with unknown visitors
 * included in one.
 */
export type Variation =
  | { kind: "everyone"; setting: null }
  | { kind: "up_to" | "only" | "without" | "with_unknown"; setting: NarrowingSetting };

/** The unrestricted value of each setting. */
const open: Record<NarrowingSetting, Partial<SnapshotTargeting>> = {
  places: { countries: [], regions: [], cities: [], zips: [], radii: [] },
  language: { languages: [] },
  topics: { categories: [], keywords: [] },
  ages: { ages: [] },
  genders: { genders: [] },
  parental: { parental: [] },
  incomes: { incomes: [] },
  devices: { devices: [] },
  browsers: { browsers: [] },
  environments: { environments: [] },
  hours: { hours: [] },
  sites: { siteAllow: [], siteBlock: [] },
  audiences: { audiences: [] },
  remarketing: { remarketing: false },
  deals: { deals: [] },
};
const withUnknown = ["ages", "parental", "incomes"] as const;

const isNarrowed = (targeting: SnapshotTargeting, setting: NarrowingSetting): boolean =>
  Object.keys(open[setting]).some((key) => {
    const value = targeting[key as keyof SnapshotTargeting];
    return Array.isArray(value) ? value.length > 0 : value === true;
  });

/**
 * Variations of a campaign by its restrictive settings, and the campaign followed by one snapshot per variation.
 * Ids count up from 1, so that all can be matched in one pass.
 */
export function variationsOf(snapshot: CampaignSnapshot): { variations: Variation[]; snapshots: CampaignSnapshot[] } {
  const { targeting } = snapshot;
  const narrowed = narrowingSettings.filter((setting) => isNarrowed(targeting, setting));
  const variations: Variation[] = [];
  const targets: SnapshotTargeting[] = [targeting];
  const add = (variation: Variation, opened: NarrowingSetting[], change: Partial<SnapshotTargeting> = {}) => {
    variations.push(variation);
    targets.push(Object.assign({ ...targeting }, ...opened.map((each) => open[each]), change));
  };
  add({ kind: "everyone", setting: null }, narrowed);
  for (const [at, setting] of narrowed.entries()) {
    add({ kind: "up_to", setting }, narrowed.slice(at + 1));
    add(
      { kind: "only", setting },
      narrowed.filter((each) => each !== setting),
    );
    add({ kind: "without", setting }, [setting]);
  }
  for (const setting of withUnknown) {
    const chosen = targeting[setting];
    if (chosen.length > 0 && !chosen.includes("unknown")) {
      add({ kind: "with_unknown", setting }, [], { [setting]: [...chosen, "unknown"] });
    }
  }
  const snapshots = targets.map((each, at) => ({ ...snapshot, campaignId: at + 1, targeting: each }));
  return { variations, snapshots };
}
