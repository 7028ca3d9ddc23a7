import { testClickId, withClickId } from "@litfass/adserver/index";
import { clickParameter, conversionPath, conversionTagPath } from "@litfass/contract/adserver/conversion";
import type { ConversionTracking } from "@litfass/contract/campaigns/conversion-tracking";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { Platform } from "@litfass/platform/platform";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { getCampaign } from "../get-campaign.ts";
import type { CampaignRow } from "../tables.ts";
import { findLastReports } from "./conversion-sql.ts";

/** What making the test link needs. */
export type TrackingContext = Pick<Platform, "config" | "random" | "clock">;

/** What an advertiser sees of the measurement of conversions. 403 for another user's campaign, 404 for an unknown one. */
export async function showConversionTracking(
  db: Executor,
  caller: Caller,
  campaignId: number,
  context: TrackingContext,
): Promise<ConversionTracking> {
  return presentConversionTracking(db, await getCampaign(db, caller, campaignId), context);
}

/** The same of a campaign to which access was checked. */
export async function presentConversionTracking(
  db: Executor,
  row: CampaignRow,
  { config, random, clock }: TrackingContext,
): Promise<ConversionTracking> {
  const { adsUrl, secrets } = config;
  const { conversionAt, testAt } = await findLastReports(db, row.id);
  const testId = (): string => testClickId(row.id, { signingKeys: secrets.signing, random, now: clock.now() });
  const example = `{ value: 49.90, currency: "${row.currency}", order: "1001" }`;
  return {
    measures_conversions: row.measuresConversions,
    conversion_window_days: row.conversionWindowDays,
    currency: row.currency,
    tag: `<script async src="${adsUrl}${conversionTagPath}"></script>`,
    event:
      "<script>\n" +
      "  window.litfass ??= function () { (litfass.q ??= []).push(arguments); };\n" +
      `  litfass("conversion", ${example});\n` +
      "</script>",
    pixel_url: `${adsUrl}${conversionPath}?click={${clickParameter}}&value={value}&currency=${row.currency}&order={order}`,
    report_url: `${adsUrl}${conversionPath}`,
    test_url:
      row.measuresConversions && row.destinationUrl !== null && URL.canParse(row.destinationUrl)
        ? withClickId(row.destinationUrl, testId())
        : null,
    last_conversion_at: conversionAt?.toISOString() ?? null,
    last_test_at: testAt?.toISOString() ?? null,
  };
}
