import { targetingSchema } from "@litfass/contract/targeting/targeting";
import { readSettings } from "@litfass/platform/settings/read-settings";
import { activateCampaign, type CommandRunner, createCampaign } from "../../modules/campaigns/index.ts";
import { changeSettings } from "../../modules/settings/index.ts";
import { fillDraft, runAs } from "./demo-runner.ts";

const dayMs = 86_400_000;

/** A campaign in review, so that the queue is not empty; the demo's policy runs all others at once. */
export async function seedDemoReview(runner: CommandRunner, ownerUid: string): Promise<void> {
  const now = runner.platform.clock.now();
  const day = (offset: number) => new Date(now.getTime() + offset * dayMs).toISOString().slice(0, 10);
  const caller = { uid: ownerUid, role: "advanced_advertiser", reach: "own", lang: "en" } as const;
  const campaign = await runAs(runner, caller, createCampaign, {
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
  });
  const texts = {
    title: "Lastenvelo-Tage",
    description: "Sechs Modelle zum Probefahren, mit Kaffee und Beratung. Freitag und Samstag.",
    buttonText: "Platz sichern",
  };
  const sample = { campaignId: campaign.id, template: "split", sample: "cutout", texts, lang: "de" } as const;
  await runAs(runner, caller, fillDraft, sample);
  await reviewFirst(runner, 20);
  await runAs(runner, caller, activateCampaign, { id: campaign.id });
  await reviewFirst(runner, 0);
}

/** Sets how many of a customer's first campaigns are reviewed. */
async function reviewFirst(runner: CommandRunner, first_campaigns: number): Promise<void> {
  const { db, defaultSettings } = runner.platform;
  const { settings, versions } = await readSettings(db, defaultSettings);
  await runAs(runner, "operator", changeSettings, {
    section: "review",
    version: versions.review,
    settings: { ...settings.review, first_campaigns, own_files: false },
    note: "Demo",
  });
}
