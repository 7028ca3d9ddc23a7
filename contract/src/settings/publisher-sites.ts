import { z } from "zod";
import { line, textKinds } from "../kernel/text.ts";
import { say } from "../kernel/validation.ts";

const maxSites = 1_000;

/** A registered domain or one below it, in lower case; subdomains belong to it. */
const siteDomain = line({ max: 253 })
  .toLowerCase()
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/,
    say("settings.domain"),
  )
  .meta({ examples: ["news.example"] })
  .register(textKinds, { kind: "line" });

/** The publishers' sites that may show ads by the ad tag; elsewhere the tag shows none. */
export const publishersSchema = z.strictObject({
  sites: z
    .array(z.strictObject({ domain: siteDomain, publisher: line({ max: 150 }) }))
    .max(maxSites)
    .refine((sites) => new Set(sites.map(({ domain }) => domain)).size === sites.length, say("settings.domain_twice")),
});
export type Publishers = z.output<typeof publishersSchema>;
