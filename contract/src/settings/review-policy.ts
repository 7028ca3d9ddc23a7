import { z } from "zod";
import { lineOfBusinessNames } from "../campaigns/lines-of-business.ts";
import { targetCountrySchema } from "../kernel/country/countries.ts";
import { say } from "../kernel/validation.ts";

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
  /** Lines of business that may not be advertised in some countries; each line once. */
  refused_countries: z
    .array(
      z.strictObject({
        line: z.enum(lineOfBusinessNames),
        countries: z.array(targetCountrySchema).min(1, say("settings.line_countries")).max(250),
      }),
    )
    .max(lineOfBusinessNames.length)
    .refine((rules) => new Set(rules.map(({ line }) => line)).size === rules.length, say("settings.line_twice")),
});
export type ReviewPolicy = z.output<typeof reviewPolicySchema>;
