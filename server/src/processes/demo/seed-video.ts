import { mkdtemp, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { targetingSchema } from "@litfass/contract/targeting/targeting";
import { userActor } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { outputOf } from "@litfass/platform/command/execute";
import { activateCampaign, type CommandRunner, createCampaign } from "../../modules/campaigns/index.ts";
import { insertCampaignVideo } from "../../modules/creatives/index.ts";
import {
  checkFile,
  convertNextVideo,
  isInstalled,
  startConversion,
} from "../../modules/creatives/video-conversion/index.ts";
import { drawDemoClip } from "./demo-clip.ts";
import { runAs } from "./demo-runner.ts";

const dayMs = 86_400_000;

type DemoVideo = { uuid: string; name: string };

/** The demo's video, drawn, uploaded and converted like any other; null without ffmpeg. */
export async function convertDemoVideo(runner: CommandRunner, ownerUid: string): Promise<DemoVideo | null> {
  const { platform } = runner;
  const { ffmpegPath } = platform.config;
  if (!(await isInstalled(ffmpegPath))) return null;
  const folder = await mkdtemp(path.join(os.tmpdir(), "litfass-clip-"));
  try {
    const clip = await drawDemoClip(ffmpegPath, folder);
    const file = { field: "file", filename: path.basename(clip), contentType: "video/mp4", path: clip };
    const input = await checkFile(platform, [{ ...file, sizeBytes: (await stat(clip)).size }]);
    const actor = userActor(callerOf(ownerUid));
    const video = outputOf(await runner.execute(startConversion, { actor, input, lang: "en" }));
    await convertNextVideo(runner, new AbortController().signal);
    return video;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The demo's video campaign. */
export async function seedDemoVideo(runner: CommandRunner, ownerUid: string, video: DemoVideo): Promise<void> {
  const { clock, random } = runner.platform;
  const now = clock.now();
  const day = (offset: number) => new Date(now.getTime() + offset * dayMs).toISOString().slice(0, 10);
  const caller = callerOf(ownerUid);
  const campaign = await runAs(runner, caller, createCampaign, {
    name: "Bike video",
    type: "video",
    categories: ["IAB2", "IAB17"],
    language: "de",
    targeting: targetingSchema.parse({
      locations: [{ kind: "country", id: "country:CH", name: "Switzerland", country: "CH" }],
    }),
    total_budget: 40_000,
    start_on: day(0),
    end_on: day(20),
    destination_url: "https://www.velowerk-limmat.example/video",
  });
  const creative = { creativeUuid: random.id(), videoUuid: video.uuid, title: video.name, width: 1280, height: 720 };
  await runAs(runner, caller, addVideo, { campaignId: campaign.id, creative });
  await runAs(runner, caller, activateCampaign, { id: campaign.id });
}

type NewVideo = { campaignId: number; creative: Parameters<typeof insertCampaignVideo>[2] };

const addVideo = command({
  name: "demo.add_video",
  errors: [],
  async run({ ctx, input: { campaignId, creative } }: CommandCall<NewVideo>): Promise<void> {
    await insertCampaignVideo(ctx.tx, campaignId, creative);
    await ctx.audit.record({ subject: { type: "campaign", id: String(campaignId) } });
  },
});

const callerOf = (uid: string) => ({ uid, role: "advanced_advertiser", reach: "own", lang: "en" }) as const;
