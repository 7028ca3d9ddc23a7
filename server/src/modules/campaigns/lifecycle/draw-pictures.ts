import { type CommandCall, command } from "@litfass/platform/command/command";
import {
  type AdPicture,
  canDrawPictures,
  drawAdPictures,
  listUndrawnBanners,
  saveAdPicture,
} from "../../creatives/index.ts";
import { lockCampaignRowById, updateCampaignRow } from "../campaign-sql.ts";
import { type CommandRunner, runAsJob } from "../run-as-job.ts";
import { publish } from "./publish-campaign.ts";

export const pictureJob = "campaigns.draw-pictures";
/** Together they take about seven seconds, and three of a core, which the rest of the installation needs too. */
const maxPerRun = 4;

type Picture = { document: string; picture: AdPicture | null };
type Input = { id: number; pictures: Picture[] };

/** Stores pictures of a campaign's banners and publishes them to delivery, which passes them on to exchanges. */
export const savePictures = command({
  name: "campaigns.save_pictures",
  errors: [],
  async run({ ctx, input: { id, pictures } }: CommandCall<Input>): Promise<void> {
    const { tx, clock } = ctx;
    const row = await lockCampaignRowById(tx, id);
    const now = clock.now();
    for (const { document, picture } of pictures) await saveAdPicture(tx, document, picture, now);
    const drawn = pictures.filter(({ picture }) => picture !== null).length;
    // Without pictures of its own the campaign gets those that were drawn for others.
    const hasNews = drawn > 0 || pictures.length === 0;
    if (row?.status === "ACTIVE" && hasNews) await publish(tx, await updateCampaignRow(tx, row, {}, now));
    await ctx.audit.record({
      subject: { type: "campaign", id: String(id) },
      changes: [{ field: "pictures", before: 0, after: drawn }],
    });
  },
});

/** Draws pictures of delivered banners that have none. @returns how many banners were examined. */
export async function drawPictures(runner: CommandRunner, signal: AbortSignal): Promise<number> {
  const { db, config } = runner.platform;
  if (!canDrawPictures(config)) return 0;
  const banners = await listUndrawnBanners(db, maxPerRun);
  // For the first campaign that delivers it; the others then find it drawn.
  const undrawn = new Map<string, (typeof banners)[number]>();
  for (const each of banners) if (!each.isDrawn && !undrawn.has(each.document)) undrawn.set(each.document, each);
  const drawn = await drawAdPictures(runner.platform, [...undrawn.values()], signal);
  for (const id of new Set(banners.map(({ campaignId }) => campaignId))) {
    const pictures: Picture[] = [...undrawn.values()]
      .filter(({ campaignId }) => campaignId === id)
      .map(({ document }) => ({ document, picture: drawn.get(document) ?? null }));
    await runAsJob(runner, pictureJob, savePictures, { id, pictures });
  }
  return banners.length;
}
