import { z } from "zod";
import { additionalFormats, formatSchema, formats, maxOwnFormats } from "../kernel/formats.ts";
import { say } from "../kernel/validation.ts";

const builtIn: readonly string[] = [...formats, ...additionalFormats];

/** Sizes that the operator offers besides the built-in ones, in the order in which advertisers see them. */
export const ownFormatsSchema = z.strictObject({
  sizes: z
    .array(formatSchema)
    .max(maxOwnFormats)
    .refine((sizes) => new Set(sizes).size === sizes.length, say("settings.size_twice"))
    .refine((sizes) => !sizes.some((size) => builtIn.includes(size)), say("settings.size_built_in"))
    .meta({ examples: [["800x250"]] }),
});
export type OwnFormats = z.output<typeof ownFormatsSchema>;
