import { mkdtemp, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { targetingSchema } from "@litfass/contract/targeting/targeting";
import { activateCampaign, type CommandRunner, createCampaign } from "../../modules/campaigns/index.ts";
import { changeCampaignAudio, prepareSpot, setCampaignAudio } from "../../modules/creatives/index.ts";
import { isInstalled } from "../../modules/creatives/video-conversion/index.ts";
import { runAs } from "./demo-runner.ts";
import { playDemoSpot } from "./demo-spot.ts";

const dayMs = 86_400_000;

export type DemoSpot = Awaited<ReturnType<typeof prepareSpot>>;

/** The demo's spot, prepared like any upload; null without ffmpeg. */
export async function prepareDemoSpot({ platform }: CommandRunner): Promise<DemoSpot | null> {
  if (!(await isInstalled(platform.config.ffmpegPath))) return null;
  const folder = await mkdtemp(path.join(os.tmpdir(), "litfass-spot-"));
  try {
    const file = await playDemoSpot(folder);
    const sent = { field: "file", filename: path.basename(file), contentType: "audio/wav", path: file };
    return await prepareSpot(platform, [{ ...sent, sizeBytes: (await stat(file)).size }]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The demo's audio campaign. */
export async function seedDemoAudio(runner: CommandRunner, ownerUid: string, spot: DemoSpot): Promise<void> {
  const now = runner.platform.clock.now();
  const day = (offset: number) => new Date(now.getTime() + offset * dayMs).toISOString().slice(0, 10);
  const caller = { uid: ownerUid, role: "advanced_advertiser", reach: "own", lang: "en" } as const;
  const { id } = await runAs(runner, caller, createCampaign, {
    name: "Bike spot",
    type: "audio",
    categories: ["IAB2", "IAB1"],
    language: "de",
    targeting: targetingSchema.parse({
      locations: [{ kind: "country", id: "country:CH", name: "Switzerland", country: "CH" }],
    }),
    total_budget: 60_000,
    start_on: day(0),
    end_on: day(20),
    destination_url: "https://www.velowerk-limmat.example/spot",
  });
  await runAs(runner, caller, setCampaignAudio, { campaignId: id, spot });
  const transcript = "A melody of bells. Velowerk Limmat: bikes, repaired by tomorrow.";
  await runAs(runner, caller, changeCampaignAudio, { campaignId: id, transcript });
  await runAs(runner, caller, activateCampaign, { id });
}
