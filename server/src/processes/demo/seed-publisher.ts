import type { Platform } from "@litfass/platform/platform";
import { seededRandom } from "@litfass/platform/random";
import {
  claimSite,
  createPlacement,
  createPublisher,
  placementsOfOwner,
  recordSiteCheck,
} from "../../modules/publishers/index.ts";
import type { DemoPlacement } from "./demo-history.ts";
import { demoRunner, runAs } from "./demo-runner.ts";

const dayMs = 86_400_000;
/** Before the first impression of any demo campaign. */
const daysAgo = 99;
/** Gives the publisher the seller ID that the sandbox's ads.txt names. */
const seed = 20_260_103;
const site = "anzeiger-aaretal.example";
const sharePercent = 60;

const placements = [
  { name: "Artikel oben", sizes: ["994x250", "728x90", "300x250", "320x100"] },
  { name: "Seitenspalte", sizes: ["300x600", "160x600"] },
];

type People = Record<"admin" | "publisher", { uid: string; email: string }>;

/**
 * A regional newspaper that sells its own space: its site, verified by the ads.txt that the sandbox serves, and two
 * placements. @returns them, for the history of campaigns
 */
export async function seedDemoPublisher(platform: Platform, people: People): Promise<DemoPlacement[]> {
  const now = platform.clock.now();
  const past = demoRunner({ ...platform, random: seededRandom(seed) }, new Date(now.getTime() - daysAgo * dayMs));
  const admin = { uid: people.admin.uid, role: "admin", reach: "all", lang: "en" } as const;
  const owner = { uid: people.publisher.uid, role: "customer", reach: "own", lang: "de" } as const;
  const known = await placementsOfOwner(platform.db, people.publisher.uid, now);
  if (known.length > 0) return known.map(({ id, sizes }) => ({ id, site, sizes, sharePercent }));
  const { id: publisher } = await runAs(past, admin, createPublisher, {
    name: "Anzeiger Aaretal",
    email: people.publisher.email,
    lang: "de",
    currency: "CHF",
    share_percent: sharePercent,
  });
  const claimed = await runAs(past, owner, claimSite, { publisher, claim: { kind: "site", name: site } });
  const proof = { outcome: "proved", detail: `${site}/ads.txt` } as const;
  // Just now, so that the next check is a day away.
  await runAs(demoRunner(platform), "operator", recordSiteCheck, { publisher, site: claimed.id, proof });
  const seeded: DemoPlacement[] = [];
  for (const { name, sizes } of placements) {
    const { id } = await runAs(past, owner, createPlacement, {
      publisher,
      site: claimed.id,
      settings: {
        name,
        sizes,
        floorMinor: 600,
        allowedCategories: [],
        blockedCategories: ["IAB7-39", "IAB9-9"],
        blockedAdvertisers: [],
        refreshSeconds: null,
        state: "active",
      },
    });
    seeded.push({ id, site, sizes, sharePercent });
  }
  return seeded;
}
