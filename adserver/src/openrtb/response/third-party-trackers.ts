import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { fillMacros } from "@litfass/contract/creatives/third-party-macros";
import { fillVastMacros } from "@litfass/contract/creatives/vast-macros";
import { isHostIn } from "@litfass/contract/settings/third-party-hosts";
import type { Random } from "@litfass/platform/random";
import type { AdRequest, ConsentSignal } from "../../kernel/ad-request.ts";

/** Addresses of third parties that measure an ad: pixels, and scripts that verify its delivery. */
export type Trackers = { pixels: string[]; scripts: string[] };

export const noTrackers: Trackers = { pixels: [], scripts: [] };

/** The numbers from which a cachebuster is drawn. */
const cachebusters = 1e10;

export const newCachebuster = (random: Random): string => String(Math.floor(random.number() * cachebusters));

type Impression = { site: string; consent?: ConsentSignal | undefined };

/** A campaign's trackers with their macros filled for one impression, without those whose host is not allowed any more. */
export function trackersOf(
  { trackers }: Pick<CampaignSnapshot, "trackers">,
  { site, consent }: Impression,
  { hosts, random }: { hosts: readonly string[]; random: Random },
): Trackers {
  if (trackers === undefined) return noTrackers;
  const cachebuster = newCachebuster(random);
  const values = { click: "", cachebuster, site, gdpr: consent?.gdpr ?? "", gdprConsent: consent?.text ?? "" };
  const filled = (urls: string[]): string[] =>
    urls.filter((url) => isHostIn(new URL(url).hostname, hosts)).map((url) => fillMacros(url, values));
  return { pixels: filled(trackers.pixels), scripts: filled(trackers.scripts) };
}

/** The address of another ad server's VAST tag for one impression. */
export function vastTagUrl(
  url: string,
  { site, siteKind, consent, atMs }: Pick<AdRequest, "site" | "siteKind" | "consent" | "atMs">,
  random: Random,
): string {
  const { gdpr = "", text: gdprConsent = "" } = consent ?? {};
  return fillVastMacros(url, { cachebuster: newCachebuster(random), atMs, site, siteKind, gdpr, gdprConsent });
}
