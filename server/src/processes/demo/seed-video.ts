import { mkdtemp, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { targetingSchema } from "@litfass/contract/targeting";
import { activateCampaign, createCampaign } from "../../campaigns/index.ts";
import { insertCampaignVideo } from "../../creatives/index.ts";
import { convertNextVideo, isInstalled, startFromFile } from "../../media/index.ts";
import type { Platform } from "../../platform/platform.ts";
import { drawDemoClip } from "./demo-clip.ts";

const dayMs = 86_400_000;

/** The demo's video campaign, converted as any other; left out where ffmpeg is missing. */
export async function seedDemoVideo(platform: Platform, ownerUid: string): Promise<void> {
  const { config, db, clock, random } = platform;
  if (!(await isInstalled(config.ffmpegPath))) return;
  const now = clock.now();
  const day = (offset: number) => new Date(now.getTime() + offset * dayMs).toISOString().slice(0, 10);
  const caller = { uid: ownerUid, role: "advanced_advertiser", reach: "own", lang: "en" } as const;
  const campaign = await createCampaign(
    db,
    caller,
    {
      name: "Bike film",
      type: "video",
      categories: ["IAB2", "IAB17"],
      language: "de",
      targeting: targetingSchema.parse({
        locations: [{ kind: "country", id: "country:CH", name: "Switzerland", country: "CH" }],
      }),
      total_budget: 40_000,
      start_on: day(0),
      end_on: day(20),
      destination_url: "https://www.velowerk-limmat.example/film",
    },
    now,
  );
  const folder = await mkdtemp(path.join(os.tmpdir(), "litfass-clip-"));
  try {
    const film = await drawDemoClip(config.ffmpegPath, folder);
    const file = { field: "file", filename: path.basename(film), contentType: "video/mp4", path: film };
    const video = await startFromFile(platform, caller, [{ ...file, sizeBytes: (await stat(film)).size }]);
    await convertNextVideo(platform, new AbortController().signal);
    const creative = { creativeUuid: random.id(), videoUuid: video.uuid, title: video.name, width: 1280, height: 720 };
    await db.transaction((tx) => insertCampaignVideo(tx, campaign.id, creative));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await activateCampaign(db, caller, campaign.id, now, "en");
}
