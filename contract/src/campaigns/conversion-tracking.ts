import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { currencySchema } from "../kernel/money.ts";
import { instantSchema } from "../kernel/validation.ts";
import { campaignEditors, campaignParams } from "./campaigns.ts";

/** For how many days after its click a conversion can count. */
export const conversionWindows = [1, 7, 14, 30, 60, 90] as const;
export type ConversionWindow = (typeof conversionWindows)[number];
const isWindow = (days: number): days is ConversionWindow => conversionWindows.some((each) => each === days);

export const conversionTrackingChangeSchema = z.strictObject({
  measures_conversions: z.boolean(),
  conversion_window_days: z.int().refine(isWindow, { error: "rule.oneOf" }),
});

const conversionTrackingSchema = z.object({
  measures_conversions: z.boolean(),
  conversion_window_days: z.int(),
  /** Values of conversions are in this currency. */
  currency: currencySchema,
  /** The line for every page of the advertiser's site. */
  tag: z.string(),
  /** The script of the page after an order, with example values. */
  event: z.string(),
  /** The address of the same as an image, with placeholders in braces. */
  pixel_url: z.string(),
  /** Where a server reports with a POST. */
  report_url: z.string(),
  /** The landing page as after a click that never happened: its conversions are shown and do not count. */
  test_url: z.string().nullable(),
  last_conversion_at: instantSchema.nullable(),
  last_test_at: instantSchema.nullable(),
});
export type ConversionTracking = z.output<typeof conversionTrackingSchema>;

const tag = "Campaigns";
const path = "/user-campaigns/:userCampaign/conversion-tracking";

export const conversionTrackingEndpoints = {
  showConversionTracking: endpoint({
    method: "GET",
    path,
    tag,
    summary: "Whether a campaign measures conversions, what its advertiser's site needs for it, and what arrived last",
    who: campaignEditors,
    params: campaignParams,
    output: conversionTrackingSchema,
    errors: ["not_found"],
  }),
  changeConversionTracking: endpoint({
    method: "PUT",
    path,
    tag,
    summary: "Switches the measurement of conversions; ads that run lead to the landing page with a click identifier",
    who: campaignEditors,
    params: campaignParams,
    body: conversionTrackingChangeSchema,
    output: conversionTrackingSchema,
    errors: ["not_found", "conflict"],
  }),
};
