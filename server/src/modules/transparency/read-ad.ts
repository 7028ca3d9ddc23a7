import { type AdToken, findSnapshot, pageTokenReader } from "@litfass/adserver/index";
import { type CampaignSnapshot, nativeCreative, type SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import type { Config } from "@litfass/platform/config/config";
import type { Executor } from "@litfass/platform/postgres/postgres";

/** An ad that a visitor was shown: where and when, and the campaign as last published. */
export type ShownAd = { token: AdToken; campaign: CampaignSnapshot; creative: SnapshotCreative | undefined };

type ReadAd = (db: Executor, token: unknown) => Promise<ShownAd | null>;

/** Reads the token that an ad's label carries. Null for a forged one and for a campaign that was deleted. */
export function adReader({ secrets }: Pick<Config, "secrets">): ReadAd {
  const open = pageTokenReader(secrets.signing);
  return async (db, sealed) => {
    const token = typeof sealed === "string" ? open(sealed) : undefined;
    const campaign = token === undefined ? null : await findSnapshot(db, token.campaignId);
    if (token === undefined || campaign === null) return null;
    const shown = campaign.creatives.filter(({ uuid, native }) =>
      token.creativeUuid === nativeCreative ? native !== undefined : uuid === token.creativeUuid,
    );
    return { token, campaign, creative: shown.find(({ format }) => format === token.format) ?? shown[0] };
  };
}
