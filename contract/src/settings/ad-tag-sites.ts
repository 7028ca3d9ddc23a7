import { z } from "zod";
import { line, textKinds } from "../kernel/text.ts";
import { say } from "../kernel/validation.ts";

const maxSites = 1_000;

/** `Zürich.example` as browsers send it: `xn--zrich-kva.example`. Texts with other parts of a URL stay as they are. */
const asHost = (text: string): string =>
  /[\s/:@?#[\]\\]/.test(text) || !URL.canParse(`http://${text}`) ? text : new URL(`http://${text}`).hostname;

/** A registered domain or one below it, as in a URL; subdomains belong to it. The server refuses public suffixes. */
export const siteDomain = line({ max: 253 })
  .overwrite(asHost)
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
