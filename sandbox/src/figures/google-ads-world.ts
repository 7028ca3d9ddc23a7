import { type Person, people } from "../sign-in/people.ts";
import { busynessOf, chanceOf, daysBetween, weekdayOf } from "./days.ts";

export type AdAccount = {
  id: string;
  name: string;
  currency: string;
  status: "ENABLED" | "CANCELED";
  /** Whether it is a manager account, which has clients instead of campaigns. */
  isManager: boolean;
  /** The manager account used to access it; null for direct access. */
  manager: string | null;
};
type Campaign = { id: string; name: string; status: string; impressions: number; ctr: number; clickPrice: number };
/** A row by the names of Google's query language; metrics are numbers, everything else is text. */
export type FlatRow = Record<string, string | number | boolean>;

const names = ["Brand", "Fresh bread", "Wholesale", "Christmas stollen"];
const devices = { MOBILE: 0.61, DESKTOP: 0.31, TABLET: 0.08 };
const networks = { SEARCH: 0.83, SEARCH_PARTNERS: 0.17 };
const weekdays = ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"];
const images = [
  ["Shoes on a red stair", 1200, 628, "IMAGE_JPEG"],
  ["Running shoes, square", 1080, 1080, "IMAGE_PNG"],
  ["Shop window in the evening", 1600, 900, "IMAGE_JPEG"],
  ["Bread from the oven", 1200, 1200, "IMAGE_JPEG"],
] as const;
const banners = [
  ["Shoes autumn 300x250", 300, 250],
  ["Bread leaderboard 994x250", 994, 250],
] as const;

/**
 * Jonas has a Google account without ads. Aline has an account, a canceled one, and a manager account with an open
 * and a closed client.
 */
export function allAccountsOf(person: Person): AdAccount[] {
  if (person.id === "jonas") return [];
  const at = people.indexOf(person) + 1;
  const [family = ""] = person.name.split(" ").slice(-1);
  const account = (number: number, name: string, about: Partial<AdAccount> = {}): AdAccount => ({
    id: `10${at}000000${number}`,
    name: `${family} ${name}`,
    currency: "CHF",
    status: "ENABLED",
    isManager: false,
    manager: null,
    ...about,
  });
  const own = account(1, "Search");
  if (person.id !== "aline") return [own];
  const group = account(3, "Group", { isManager: true });
  return [
    own,
    group,
    account(2, "Shops", { manager: group.id }),
    account(5, "Pop-up", { manager: group.id, status: "CANCELED" }),
    account(4, "Atelier", { status: "CANCELED" }),
  ];
}

/** The accounts that a person accesses directly, including manager accounts. */
export const accessibleAccountsOf = (person: Person): AdAccount[] =>
  allAccountsOf(person).filter(({ manager }) => manager === null);

const campaignsOf = (account: AdAccount): Campaign[] =>
  names.map((name, at) => {
    const chance = chanceOf("google-ads", account.id, name);
    return {
      id: `${account.id.slice(0, 4)}77${account.id.slice(-1)}${at}`,
      name,
      status: at === 3 ? "PAUSED" : "ENABLED",
      impressions: [900, 2600, 1400, 500][at]! * (0.7 + 0.6 * chance.number()),
      ctr: [0.14, 0.052, 0.034, 0.041][at]! * (0.9 + 0.2 * chance.number()),
      clickPrice: [0.32, 0.85, 1.4, 0.7][at]! * (0.9 + 0.2 * chance.number()),
    };
  });

/** The figures of every campaign by day, device and network. */
export function campaignRows(account: AdAccount, from: string, to: string, now: Date): FlatRow[] {
  const rows: FlatRow[] = [];
  for (const day of daysBetween(from, to, now)) {
    for (const campaign of campaignsOf(account)) {
      const seen = campaign.impressions * busynessOf(day, now, account.id, campaign.id);
      for (const [device, deviceShare] of Object.entries(devices)) {
        for (const [network, networkShare] of Object.entries(networks)) {
          const impressions = Math.round(seen * deviceShare * networkShare);
          const clicks = Math.round(impressions * campaign.ctr * (network === "SEARCH" ? 1.05 : 0.7));
          rows.push({
            "customer.id": account.id,
            "campaign.id": campaign.id,
            "campaign.name": campaign.name,
            "campaign.status": campaign.status,
            "segments.date": day,
            "segments.device": device,
            "segments.ad_network_type": network,
            "segments.day_of_week": weekdays[weekdayOf(day)] ?? "MONDAY",
            "metrics.impressions": impressions,
            "metrics.clicks": clicks,
            "metrics.cost_micros": Math.round(clicks * campaign.clickPrice * 100) * 10_000,
          });
        }
      }
    }
  }
  return rows;
}

const timeZone = "Europe/Zurich";

export const customerRows = (account: AdAccount): FlatRow[] => [
  {
    "customer.id": account.id,
    "customer.descriptive_name": account.name,
    "customer.currency_code": account.currency,
    "customer.time_zone": timeZone,
    "customer.manager": account.isManager,
    "customer.status": account.status,
  },
];

/** A manager account and its clients; other accounts have no such rows. */
export const clientRows = (person: Person, account: AdAccount): FlatRow[] =>
  allAccountsOf(person)
    .filter(({ id, manager }) => account.isManager && (id === account.id || manager === account.id))
    .map((client) => ({
      "customer_client.id": client.id,
      "customer_client.descriptive_name": client.name,
      "customer_client.currency_code": client.currency,
      "customer_client.time_zone": timeZone,
      "customer_client.manager": client.isManager,
      "customer_client.status": client.status,
    }));

/** The URL of an image: its number encodes account and position in the lists above. */
export const imagePath = "/google-ads/images";

export const assetRows = (account: AdAccount, origin: string): FlatRow[] =>
  images.map(([name, width, height, type], at) => ({
    "asset.id": `${account.id.slice(-4)}9${at}`,
    "asset.name": name,
    "asset.type": "IMAGE",
    "asset.image_asset.mime_type": type,
    "asset.image_asset.full_size.url": `${origin}${imagePath}/${width}x${height}-${account.id}${at}`,
    "asset.image_asset.full_size.width_pixels": String(width),
    "asset.image_asset.full_size.height_pixels": String(height),
  }));

export const adRows = (account: AdAccount, origin: string): FlatRow[] =>
  banners.map(([name, width, height], at) => ({
    "ad_group_ad.status": "ENABLED",
    "ad_group_ad.ad.id": `${account.id.slice(-4)}5${at}`,
    "ad_group_ad.ad.name": name,
    "ad_group_ad.ad.type": "IMAGE_AD",
    "ad_group_ad.ad.image_ad.image_url": `${origin}${imagePath}/${width}x${height}-${account.id}9${at}`,
    "ad_group_ad.ad.image_ad.pixel_width": String(width),
    "ad_group_ad.ad.image_ad.pixel_height": String(height),
    "ad_group_ad.ad.image_ad.mime_type": "IMAGE_PNG",
  }));
