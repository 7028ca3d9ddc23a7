import type { CampaignType } from "@litfass/contract/campaigns/campaigns";
import { useTranslation } from "../../../i18n/use-translation.ts";
import type { BulkStep } from "./bulk-steps.ts";

/** The names of the steps; that of the ads depends on their kind. */
export function useStepName(type: CampaignType): (step: BulkStep) => string {
  const { t } = useTranslation("bulk");
  return (step) => t(step === "creatives" ? `ads.step.${type}` : `step.${step}`);
}
