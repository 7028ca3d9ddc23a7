import { type CampaignStatus, campaignStatuses } from "@litfass/contract/campaigns/campaigns";
import { pacings } from "@litfass/contract/kernel/formats";
import type { Language } from "@litfass/contract/kernel/language";
import { t } from "../texts.ts";

type Option = { value: string; text: string };

export const statusOptions = (lang: Language, statuses: readonly CampaignStatus[] = campaignStatuses): Option[] =>
  statuses.map((value) => ({ value, text: t(lang, `status.${value}`) }));

export const pacingOptions = (lang: Language): Option[] =>
  pacings.map((value) => ({ value, text: t(lang, `pacing.${value}`) }));

export const performanceGoals = (): Option[] => [{ value: "CPM", text: "CPM" }];
