import { targetingSchema } from "@litfass/contract/targeting/targeting";
import { fixedClock } from "@litfass/platform/clock";
import type { Platform } from "@litfass/platform/platform";
import { activateCampaign, createCampaign, saveReviewPolicy, setCampaignGroup } from "../../modules/campaigns/index.ts";
import { fillWithSample } from "../../modules/creatives/index.ts";

const dayMs = 86_400_000;
const off = { first_campaigns: 0, own_files: false };

/** A campaign that waits for a look, so that the queue shows what it is for; the demo's own rule lets all others run at once. */
export async function seedDemoReview(platform: Platform, ownerUid: string): Promise<void> {
  const { db, clock, random } = platform;
  const now = clock.now();
  const day = (offset: number) => new Date(now.getTime() + offset * dayMs).toISOString().slice(0, 10);
  const caller = { uid: ownerUid, role: "advanced_advertiser", reach: "own", lang: "en" } as const;
  const campaign = await createCampaign(
    db,
    caller,
    {
      name: "Cargo bike days",
      categories: ["IAB2", "IAB17"],
      language: "de",
      targeting: targetingSchema.parse({
        locations: [{ kind: "country", id: "country:CH", name: "Switzerland", country: "CH" }],
      }),
      total_budget: 30_000,
      start_on: day(1),
      end_on: day(14),
      destination_url: "https://www.velowerk-limmat.example/cargo",
    },
    now,
  );
  const words = {
    title: "Lastenvelo-Tage",
    description: "Sechs Modelle zum Probefahren, mit Kaffee und Beratung. Freitag und Samstag.",
    buttonText: "Platz sichern",
  };
  await db.transaction(async (tx) => {
    const sample = { campaignId: campaign.id, template: "split", look: "cutout", words, lang: "de" } as const;
    const group = await fillWithSample(tx, sample, { clock: fixedClock(now), random });
    await setCampaignGroup(tx, campaign.id, group, now);
    await saveReviewPolicy(tx, { ...off, first_campaigns: 20 });
  });
  await activateCampaign(db, caller, campaign.id, now, "en");
  await db.transaction((tx) => saveReviewPolicy(tx, off));
}
