import { z } from "zod";
import { campaignEditors } from "../campaigns/campaigns.ts";
import { endpoint, type FileOutput } from "../kernel/endpoint.ts";
import { audioForm } from "../kernel/form-limits.ts";
import { multiline } from "../kernel/text.ts";
import { idSchema, instantSchema, uuidSchema } from "../kernel/validation.ts";

/**
 * What an audio spot may be. Lengths are whole seconds, as players and bid requests count them; the level is the one of
 * IAB's audio ads, and also the loudest that AES TD1008 recommends for streams.
 */
export const audioLimits = {
  minSeconds: 5,
  maxSeconds: 60,
  sourceBytes: 25 * 1024 * 1024,
  /** Integrated loudness of every finished spot in LUFS (EBU R 128). */
  loudness: -16,
  /** How far a finished spot may be from it, in LU. */
  loudnessTolerance: 1,
  transcript: 1200,
} as const;
export const audioSourceTypes = ["mp3", "m4a", "aac", "ogg", "wav"] as const;

/** Bars of the waveform, each a peak from 0 to 100. */
export const waveformBars = 120;

/** A finished file of a spot. */
const audioFileSchema = z.object({
  name: z.string(),
  type: z.enum(["audio/mpeg", "audio/mp4"]),
  kbps: z.number().int(),
  size_bytes: z.number().int(),
  url: z.string(),
});

/** The spot of an audio campaign. The length is in seconds, loudness in LUFS. */
export const campaignAudioSchema = z.object({
  creative: uuidSchema,
  name: z.string(),
  source_file: z.string(),
  source_type: z.enum(audioSourceTypes),
  source_bytes: z.number().int(),
  /** Null where the file does not say. */
  source_kbps: z.number().int().nullable(),
  /** As it was uploaded. */
  source_loudness: z.number(),
  duration: z.number(),
  /** As it is played. */
  loudness: z.number(),
  waveform: z.array(z.number().int().min(0).max(100)).length(waveformBars),
  files: z.array(audioFileSchema).min(1),
  /** What is said, for people who cannot hear it. */
  transcript: z.string(),
  created_at: instantSchema,
});
export type CampaignAudio = z.infer<typeof campaignAudioSchema>;

const userCampaign = z.object({ userCampaign: idSchema });
const fileName = z
  .string()
  .regex(/^[a-z0-9]{1,20}\.(?:mp3|m4a)$/)
  .meta({ examples: ["128.mp3"] });
const files: FileOutput = { file: ["audio/mpeg", "audio/mp4"], ranges: true };

export const audioEndpoints = {
  showCampaignAudio: endpoint({
    method: "GET",
    path: "/user-campaigns/:userCampaign/audio",
    tag: "Media",
    summary: "The spot of an audio campaign with its files, waveform and transcript",
    who: campaignEditors,
    params: userCampaign,
    output: z.object({ audio: campaignAudioSchema.nullable(), converter_note: z.string().nullable() }),
    errors: ["not_found"],
  }),
  setCampaignAudio: endpoint({
    method: "PUT",
    path: "/user-campaigns/:userCampaign/audio",
    tag: "Media",
    summary: "Makes the form's field `file` the spot of the campaign: measured, brought to -16 LUFS and encoded",
    who: campaignEditors,
    params: userCampaign,
    multipart: audioForm,
    output: campaignAudioSchema,
    errors: ["not_found", "conflict"],
  }),
  changeCampaignAudio: endpoint({
    method: "PATCH",
    path: "/user-campaigns/:userCampaign/audio",
    tag: "Media",
    summary: "Saves the transcript of the spot",
    who: campaignEditors,
    params: userCampaign,
    body: z.strictObject({ transcript: multiline({ min: 0, max: audioLimits.transcript }) }),
    output: campaignAudioSchema,
    errors: ["not_found", "conflict"],
  }),
  removeCampaignAudio: endpoint({
    method: "DELETE",
    path: "/user-campaigns/:userCampaign/audio",
    tag: "Media",
    summary: "Removes the spot from a draft",
    who: campaignEditors,
    params: userCampaign,
    output: null,
    errors: ["not_found", "conflict"],
  }),
  showCampaignAudioFile: endpoint({
    method: "GET",
    path: "/user-campaigns/:userCampaign/audio/:file",
    tag: "Media",
    summary: "A finished file of the campaign's spot; answers range requests",
    who: campaignEditors,
    params: userCampaign.extend({ file: fileName }),
    output: files,
    errors: ["not_found"],
  }),
};
