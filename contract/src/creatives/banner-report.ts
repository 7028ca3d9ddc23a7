import { z } from "zod";

export const findingSeverities = ["error", "warning"] as const;
/** A problem that ad operations would report about an uploaded banner, with what to do. */
export const bannerFindingSchema = z.object({
  code: z.string(),
  severity: z.enum(findingSeverities),
  message: z.string(),
  help: z.string(),
  /** Files that it is about, at most five. */
  files: z.array(z.string()),
});
export type BannerFinding = z.infer<typeof bannerFindingSchema>;

export const bannerReportSchema = z.object({
  /** No errors; there may be warnings. */
  ok: z.boolean(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Sum of the files that the banner loads, as ad servers weigh it. */
  weight_bytes: z.number().int(),
  files: z.array(z.object({ name: z.string(), size_bytes: z.number().int(), is_used: z.boolean() })),
  findings: z.array(bannerFindingSchema),
});
export type BannerReport = z.infer<typeof bannerReportSchema>;
