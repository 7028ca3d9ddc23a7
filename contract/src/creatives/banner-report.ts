import { z } from "zod";

/** Errors refuse a banner; warnings and notes do not. */
export const findingSeverities = ["error", "warning", "note"] as const;
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

/**
 * When a file is loaded: until the page's load event (`initial`), after it (`subload`), or not at all as far as is known
 * (`unused`), as for the other formats of a font.
 */
export const loadPhases = ["initial", "subload", "unused"] as const;
export const bannerFileReportSchema = z.object({
  name: z.string(),
  size_bytes: z.number().int(),
  /** As it is transferred: texts are gzipped. */
  packed_bytes: z.number().int(),
  phase: z.enum(loadPhases),
});
export type BannerFileReport = z.infer<typeof bannerFileReportSchema>;

/** Bytes as transferred, and the files requested until the page has loaded (IAB New Ad Portfolio). */
export const bannerLoadsSchema = z.object({
  initial_bytes: z.number().int(),
  subload_bytes: z.number().int(),
  initial_requests: z.number().int(),
});
export type BannerLoads = z.infer<typeof bannerLoadsSchema>;

/** The test in a browser: not available here, still to come, done, or given up. */
export const browserStates = ["off", "waiting", "done", "failed"] as const;
export type BrowserState = (typeof browserStates)[number];

export const bannerReportSchema = z.object({
  /** No errors; there may be warnings. */
  ok: z.boolean(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Measured where the banner ran in a browser, otherwise estimated from what its files name. */
  loads: bannerLoadsSchema,
  limits: bannerLoadsSchema.extend({ rule: z.string() }),
  browser: z.enum(browserStates),
  files: z.array(bannerFileReportSchema),
  findings: z.array(bannerFindingSchema),
});
export type BannerReport = z.infer<typeof bannerReportSchema>;
