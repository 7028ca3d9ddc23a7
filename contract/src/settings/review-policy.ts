import { z } from "zod";
import { lineOfBusinessNames } from "../campaigns/lines-of-business.ts";

const lines = z.array(z.enum(lineOfBusinessNames)).max(lineOfBusinessNames.length);

/** What staff look at before it runs. */
export const reviewPolicySchema = z.strictObject({
  /** So many of a customer's first campaigns; 0: none. */
  first_campaigns: z.number().int().min(0).max(20),
  /** Uploaded banners, videos and feeds. */
  own_files: z.boolean(),
  /** A started campaign's link to another host. */
  destination_changes: z.boolean(),
  /** Lines of business that are always reviewed, and those that may not be advertised. */
  reviewed_lines: lines,
  refused_lines: lines,
});
export type ReviewPolicy = z.output<typeof reviewPolicySchema>;
