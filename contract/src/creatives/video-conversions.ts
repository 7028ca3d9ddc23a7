import { z } from "zod";
import { campaignEditors } from "../campaigns/campaigns.ts";
import { endpoint, type FileOutput } from "../kernel/endpoint.ts";
import { videoChunkForm, videoForm } from "../kernel/form-limits.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { line } from "../kernel/text.ts";
import { idSchema, instantSchema, say, uuidSchema } from "../kernel/validation.ts";
import { byRole } from "../kernel/who.ts";

/** Limits of the converter: 500 MB, sent in chunks of 2 MB (FIELD-VID-003). */
export const videoLimits = {
  sourceBytes: 500 * 1024 * 1024,
  chunkBytes: 2 * 1024 * 1024,
  /** For a campaign's video: longer ones fit hardly any placement. */
  campaignSeconds: 120,
} as const;

/**
 * Limits of the video in a banner: IAB's guidelines allow 30 seconds of motion. The file loads after the page, so its
 * weight is a subload; `side` is its longer side in px.
 */
export const bannerVideoLimits = { seconds: 30, side: 640, bytes: 1_100_000 } as const;
export const videoSourceTypes = ["mp4", "mov", "webm"] as const;
export const videoStatuses = ["queued", "running", "done", "failed"] as const;

/** A finished file of a conversion: one of three renditions or the video of a banner, or the poster. */
const videoFileSchema = z.object({
  name: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  size_bytes: z.number().int(),
});

/** State of a conversion (FIELD-VID-001, FIELD-VID-002). Sizes in pixels, the duration in seconds. */
export const videoConversionSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  source_file: z.string(),
  source_type: z.enum(videoSourceTypes),
  source_bytes: z.number().int(),
  source_width: z.number().int(),
  source_height: z.number().int(),
  target_format: z.literal("mp4"),
  /** Of the result file, the largest rendition. */
  width: z.number().int(),
  height: z.number().int(),
  duration: z.number(),
  status: z.enum(videoStatuses),
  /** 0 to 100. */
  progress: z.number().int(),
  result_file: z.string().nullable(),
  renditions: z.array(videoFileSchema),
  poster: z.string().nullable(),
  /** Why it failed, in the caller's language. */
  error: z.string().nullable(),
  /** Whether another attempt with the same file can succeed. */
  can_retry: z.boolean(),
  created_at: instantSchema,
  finished_at: instantSchema.nullable(),
});
export type VideoConversion = z.infer<typeof videoConversionSchema>;

/** A chunked upload: received chunks need not be sent again. */
export const videoUploadSchema = z.object({
  uuid: uuidSchema,
  name: z.string(),
  size_bytes: z.number().int(),
  chunk_bytes: z.number().int(),
  chunks: z.number().int(),
  /** Numbers of the received chunks, from 0. */
  received: z.array(z.number().int()),
});
export type VideoUpload = z.infer<typeof videoUploadSchema>;

/** The video of a campaign with its playable files. */
export const campaignVideoSchema = z.object({
  creative: uuidSchema,
  video: videoConversionSchema,
  /** URL of a banner's video for previews, valid for an hour; null for a video campaign and during the conversion. */
  banner_video_url: z.string().nullable(),
});
export type CampaignVideo = z.infer<typeof campaignVideoSchema>;

const converterRoles = byRole({ super_admin: "all", tech_admin: "all" });
const conversion = z.object({ videoConverter: idSchema });
const upload = z.object({ upload: uuidSchema });
const userCampaign = z.object({ userCampaign: idSchema });
const fileName = z.string().regex(/^[a-z0-9]{1,20}\.(?:mp4|jpg|webp)$/);
const ofUpload = z.strictObject({ upload: uuidSchema });
const files: FileOutput = { file: ["video/mp4", "image/jpeg", "image/webp"], ranges: true };

export const mediaEndpoints = {
  listVideoConversions: endpoint({
    method: "GET",
    path: "/media-converter",
    tag: "Media",
    summary: "Video conversions, newest first, and whether the converter is installed",
    who: converterRoles,
    query: pageQuery(["created_at", "name", "status"]).extend({ status: z.enum(videoStatuses).optional() }),
    output: pageOf(videoConversionSchema).extend({
      converter: z.object({ installed: z.boolean(), note: z.string().nullable() }),
    }),
  }),
  startVideoConversion: endpoint({
    method: "POST",
    path: "/media-converter",
    tag: "Media",
    summary: "Converts a video: the form's field `file`, or a finished upload in pieces",
    who: converterRoles,
    body: z.strictObject({ upload: uuidSchema.optional() }),
    multipart: videoForm,
    output: videoConversionSchema,
    status: 201,
    errors: ["not_found", "conflict"],
  }),
  changeVideoConversion: endpoint({
    method: "PATCH",
    path: "/media-converter/:videoConverter",
    tag: "Media",
    summary: "Renames a conversion, or queues a failed one again",
    who: converterRoles,
    params: conversion,
    body: z
      .strictObject({ name: line({ max: 120 }), status: z.literal("queued") })
      .partial()
      .refine((change) => Object.keys(change).length > 0, say("rule.required")),
    output: videoConversionSchema,
    errors: ["not_found", "conflict"],
  }),
  showVideoFile: endpoint({
    method: "GET",
    path: "/media-converter/:videoConverter/files/:file",
    tag: "Media",
    summary: "A rendition or the poster; answers range requests",
    who: converterRoles,
    params: conversion.extend({ file: fileName }),
    output: files,
    errors: ["not_found"],
  }),
  openVideoUpload: endpoint({
    method: "POST",
    path: "/media-uploads",
    tag: "Media",
    summary: "Begins to take a video in pieces",
    who: campaignEditors,
    body: z.strictObject({
      name: line({ max: 200 }),
      size_bytes: z.number().int().min(1).max(videoLimits.sourceBytes, say("video.size")),
    }),
    output: videoUploadSchema,
    status: 201,
    errors: ["conflict"],
  }),
  showVideoUpload: endpoint({
    method: "GET",
    path: "/media-uploads/:upload",
    tag: "Media",
    summary: "Which pieces of an own upload are here already",
    who: campaignEditors,
    params: upload,
    output: videoUploadSchema,
    errors: ["not_found"],
  }),
  sendVideoChunk: endpoint({
    method: "PUT",
    path: "/media-uploads/:upload/:chunk",
    tag: "Media",
    summary: "Takes one piece in the form's field `file`; sending it again replaces it",
    who: campaignEditors,
    params: upload.extend({ chunk: z.coerce.number().int().min(0).max(1000) }),
    multipart: videoChunkForm,
    output: videoUploadSchema,
    errors: ["not_found"],
  }),
  showCampaignVideo: endpoint({
    method: "GET",
    path: "/user-campaigns/:userCampaign/video",
    tag: "Media",
    summary: "The video of a campaign, in players or in its banners, and the state of its conversion",
    who: campaignEditors,
    params: userCampaign,
    output: z.object({ video: campaignVideoSchema.nullable(), converter_note: z.string().nullable() }),
    errors: ["not_found"],
  }),
  setCampaignVideo: endpoint({
    method: "PUT",
    path: "/user-campaigns/:userCampaign/video",
    tag: "Media",
    summary: "Makes a finished upload the video of the campaign, or the one in its banners, and queues its conversion",
    who: campaignEditors,
    params: userCampaign,
    body: ofUpload,
    output: campaignVideoSchema,
    errors: ["not_found", "conflict"],
  }),
  removeCampaignVideo: endpoint({
    method: "DELETE",
    path: "/user-campaigns/:userCampaign/video",
    tag: "Media",
    summary: "Removes the video from a draft, or the one from the banners of a campaign that has not ended",
    who: campaignEditors,
    params: userCampaign,
    output: null,
    errors: ["not_found", "conflict"],
  }),
  retryCampaignVideo: endpoint({
    method: "POST",
    path: "/user-campaigns/:userCampaign/video/retry",
    tag: "Media",
    summary: "Queues a failed conversion again",
    who: campaignEditors,
    params: userCampaign,
    output: campaignVideoSchema,
    errors: ["not_found", "conflict"],
  }),
  showCampaignVideoFile: endpoint({
    method: "GET",
    path: "/user-campaigns/:userCampaign/video/:file",
    tag: "Media",
    summary: "A rendition or the poster of the campaign's video; answers range requests",
    who: campaignEditors,
    params: userCampaign.extend({ file: fileName }),
    output: files,
    errors: ["not_found"],
  }),
};
