import type { PublisherSource } from "@litfass/contract/publishers/publisher-report";
import type { Platform } from "@litfass/platform/platform";
import { hostsAbove } from "../sites/payees-of-sites-sql.ts";
import { listSiteNames } from "../sites/site-sql.ts";
import { listAdUnitRequests, listAdUnitsShown } from "./ad-unit-figures-sql.ts";
import { listReportedPlacements, listRequests, listShown, type ReportedPlacement } from "./placement-figures-sql.ts";

/** A placement's or an ad unit's part of a publisher's figures on a day. */
export type FiguresPart = {
  source: PublisherSource;
  /** Unique by placement or ad unit. */
  key: string;
  /** "" for ad units without a name. */
  name: string;
  site: { key: string; name: string };
  day: string;
  requests: number;
  ads: number;
  fallbackAds: number;
  impressions: number;
  viewable: number;
  clicks: number;
  /** Null where it is about requests. */
  currency: string | null;
  micros: bigint;
};

type Period = { fromAt: Date; endAt: Date; timeZone: string };
const nothing = {
  requests: 0,
  ads: 0,
  fallbackAds: 0,
  impressions: 0,
  viewable: 0,
  clicks: 0,
  currency: null,
  micros: 0n,
};

/** All figures of a publisher, whose access callers have checked. */
export async function publisherFigures(
  platform: Platform,
  publisherId: number,
  period: Period,
): Promise<FiguresPart[]> {
  const { db } = platform;
  const placements = await listReportedPlacements(db, publisherId);
  const [sites, requests, shown, offered, sold] = await Promise.all([
    listSiteNames(db, publisherId),
    listRequests(db, publisherId, period),
    listShown(
      platform,
      placements.map(({ id }) => id),
      period,
    ),
    listAdUnitRequests(db, publisherId, period),
    listAdUnitsShown(db, publisherId, period),
  ]);
  const byId = new Map(placements.map((each) => [each.id, each]));
  const ofPlacement = (id: number) => ({ source: "tag" as const, ...placed(byId.get(id), String(id)) });
  const siteIds = new Map(sites.map(({ id, name }) => [name, id]));
  const ofUnit = ({ site, unit }: { site: string; unit: string }) => {
    const host = hostsAbove(site).find((each) => siteIds.has(each));
    const siteId = siteIds.get(host ?? "");
    const placement = placements.find((each) => each.siteId === siteId && isNamed(each, unit));
    const own = placement === undefined ? { key: `${site} ${unit}`, name: unit } : placed(placement, "");
    const named = host === undefined ? { key: site, name: site } : { key: String(siteId), name: host };
    return { source: "header_bidding" as const, ...own, site: named };
  };
  return [
    ...requests.map(({ placementId, ...part }) => ({ ...nothing, ...ofPlacement(placementId), ...part })),
    ...shown.map(({ placementId, ...part }) => ({ ...nothing, ...ofPlacement(placementId), ...part })),
    ...offered.map(({ bids, day, requests: asked, ...unit }) => ({
      ...nothing,
      ...ofUnit(unit),
      day,
      requests: asked,
      ads: bids,
    })),
    ...sold.map(({ site, unit, ...part }) => ({ ...nothing, ...ofUnit({ site, unit }), ...part })),
  ];
}

const placed = (placement: ReportedPlacement | undefined, key: string) => ({
  key: placement === undefined ? key : String(placement.id),
  name: placement?.name ?? "",
  site: { key: String(placement?.siteId ?? 0), name: placement?.siteName ?? "" },
});

/** A page names a placement by its name or its number. */
function isNamed({ id, name }: ReportedPlacement, unit: string): boolean {
  const asked = unit.trim().toLowerCase();
  return asked === name.trim().toLowerCase() || asked === String(id) || asked === `placement-${id}`;
}
