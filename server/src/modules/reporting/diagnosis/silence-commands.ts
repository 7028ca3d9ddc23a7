import { command } from "@litfass/platform/command/command";
import { markMailed, replaceSilences, type Silence } from "./silence-sql.ts";

export const silenceMailJob = "statistics.mail-silence";

type SilentCampaign = Silence & { name: string };

/** Stores which campaigns are silent now and requests a mail to the owner of each new one. */
export const noteSilences = command<{ silences: SilentCampaign[] }, void>({
  name: "reporting.note_silences",
  errors: [],
  async run({ ctx, input: { silences } }) {
    const added = new Set(await replaceSilences(ctx.tx, silences));
    ctx.audit.unchanged("an observation of delivery");
    for (const { campaignId, ownerUid, name } of silences) {
      if (!added.has(campaignId)) continue;
      await ctx.jobs.send(silenceMailJob, { campaignId, ownerUid, name }, { singletonKey: String(campaignId) });
    }
  },
});

/** Records that the owner of a silent campaign was mailed. */
export const noteSilenceMailed = command<{ campaignId: number }, void>({
  name: "reporting.note_silence_mailed",
  errors: [],
  async run({ ctx, input: { campaignId } }) {
    await markMailed(ctx.tx, campaignId, ctx.clock.now());
    ctx.audit.unchanged("that a mail was sent");
  },
});
