import type { CampaignDefaults } from "@litfass/contract/settings/campaign-defaults";
import type { CompiledCampaign } from "../campaign-index/index-compile.ts";

export type FrequencyCaps = CampaignDefaults["frequency_cap"];

/** The most impressions of a campaign for one visitor; null: no limit. */
export const capOf = (caps: FrequencyCaps, { snapshot }: Pick<CompiledCampaign, "snapshot">): number | null =>
  snapshot.strategy === "awareness" ? caps.awareness : caps.performance;
