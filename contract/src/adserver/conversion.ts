import { z } from "zod";

/** The query parameter with which a click leads to the landing page. */
export const clickParameter = "litfass_click";

/** The path on the ads origin that takes conversions: POST from servers and the tag, GET as an image. */
export const conversionPath = "/conversion";
/** The script that advertisers put into their pages. */
export const conversionTagPath = "/conversion.js";

/** Further conversions of one click are refused. */
export const maxConversionsPerClick = 20;
/** The longest body of a report in bytes. */
export const maxConversionBytes = 4_096;
const maxValue = 10_000_000;

/** A pixel's template that was not filled in sends empty parameters, which are absent. */
const absentIfEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (value) => (value === null || (typeof value === "string" && value.trim() === "") ? undefined : value),
    schema,
  );

const decimal = z
  .string()
  .trim()
  .regex(/^\d{1,9}(\.\d{1,6})?$/)
  .transform(Number);

/** A conversion as it is reported. Unknown fields are ignored. */
export const conversionReportSchema = z.object({
  /** The identifier of the click: `litfass_click` of the landing page. */
  click: z.string().trim().min(1).max(600),
  /** Of the order, in the campaign's currency: as a decimal number with a point. Rounded to hundredths. */
  value: absentIfEmpty(z.union([z.number(), decimal]).pipe(z.number().min(0).max(maxValue)).optional()),
  /** ISO 4217. Another one than the campaign's is refused; without one it is the campaign's. */
  currency: absentIfEmpty(
    z
      .string()
      .trim()
      .regex(/^[A-Za-z]{3}$/)
      .transform((code) => code.toUpperCase())
      .optional(),
  ),
  /** The number of the order, which counts once. Only a hash of it is stored. */
  order: absentIfEmpty(z.union([z.number().int().transform(String), z.string().trim().max(100)]).optional()),
});
export type ConversionReport = z.output<typeof conversionReportSchema>;

/** `test`: from a test link; it is shown as received and does not count. `duplicate`: this order was counted before. */
export const acceptedConversions = ["counted", "duplicate", "test"] as const;
export type AcceptedConversion = (typeof acceptedConversions)[number];

/** Why a report is refused, with the HTTP status of the answer. */
export const refusedConversions = {
  /** The body is not JSON, or a field has the wrong form. */
  invalid_report: 400,
  /** The identifier is not one of this installation's, or was changed. */
  invalid_click: 403,
  /** The campaign does not measure conversions. */
  not_measured: 404,
  /** The click is longer ago than the campaign's conversion window. */
  expired_click: 410,
  too_large: 413,
  /** Not the currency of the campaign. */
  wrong_currency: 422,
  /** From this address, or of this click. Reports from the address may be repeated after a minute. */
  too_many: 429,
  /** May be repeated. */
  unavailable: 503,
} as const;
export type RefusedConversion = keyof typeof refusedConversions;
