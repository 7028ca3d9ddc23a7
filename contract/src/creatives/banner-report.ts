import { z } from "zod";

/** Errors reject a banner; warnings and notes do not. */
export const findingSeverities = ["error", "warning", "note"] as const;
/** A problem with an uploaded banner that ad operations would report, with a solution. */
export const bannerFindingSchema = z.object({
  code: z.string(),
  severity: z.enum(findingSeverities),
  message: z.string(),
  help: z.string(),
  /** The affected files, at most five. */
  files: z.array(z.string()),
});
export type BannerFinding = z.infer<typeof bannerFindingSchema>;

/**
 * When a file is loaded: until the page's load event (`initial`), after it (`subload`), or not at all as far as known
 * (`unused`), like a font's other formats.
 */
export const loadPhases = ["initial", "subload", "unused"] as const;
export const bannerFileReportSchema = z.object({
  name: z.string(),
  size_bytes: z.number().int(),
  /** Transferred size: texts are gzipped. */
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

/** The browser test: not available, pending, done, or aborted. */
export const browserStates = ["off", "waiting", "done", "failed"] as const;
export type BrowserState = (typeof browserStates)[number];

export const bannerReportSchema = z.object({
  /** No errors; there may be warnings. */
  ok: z.boolean(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Measured if the banner ran in a browser, otherwise estimated from the files. */
  loads: bannerLoadsSchema,
  limits: bannerLoadsSchema.extend({ rule: z.string() }),
  browser: z.enum(browserStates),
  files: z.array(bannerFileReportSchema),
  findings: z.array(bannerFindingSchema),
});
export type BannerReport = z.infer<typeof bannerReportSchema>;
