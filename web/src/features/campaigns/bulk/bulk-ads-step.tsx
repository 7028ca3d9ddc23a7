import type { BulkCampaign } from "@litfass/contract/campaigns/bulk-campaigns";
import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useEffect } from "react";
import { useCall } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { Stack } from "../../../ui/layout/layout.tsx";
import { BulkCreativesStep, type SharedStudioPart } from "./bulk-creatives-step.tsx";

/** The steps of single campaigns belong to the creatives feature; the app passes them in. */
export type BulkParts = {
  SharedStudio: SharedStudioPart;
  VideoStep: ComponentType<{ campaignId: number }>;
  AudioStep: ComponentType<{ campaignId: number }>;
};

/** What all campaigns show: banners, one video, or one spot with the companion banners that a customer can choose from. */
export function BulkAdsStep({ bulk, parts }: { bulk: BulkCampaign; parts: BulkParts }) {
  const { t } = useTranslation("bulk");
  if (bulk.type === "display") return <BulkCreativesStep bulk={bulk} SharedStudio={parts.SharedStudio} />;
  if (bulk.type === "video") {
    return (
      <>
        <RecheckAfterChange campaignId={bulk.pattern} />
        <parts.VideoStep campaignId={bulk.pattern} />
      </>
    );
  }
  return (
    <Stack>
      <RecheckAfterChange campaignId={bulk.pattern} />
      <parts.AudioStep campaignId={bulk.pattern} />
      <Note>{t("ads.companion")}</Note>
      <BulkCreativesStep bulk={bulk} SharedStudio={parts.SharedStudio} />
    </Stack>
  );
}

/** Those steps know the bulk template, which is a campaign, but not the bulk campaign: its check is repeated with them. */
function RecheckAfterChange({ campaignId }: { campaignId: number }) {
  const client = useQueryClient();
  const template = useCall("showCampaign", { params: { userCampaign: campaignId } });
  const { dataUpdatedAt } = template;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the template is read again after each change.
  useEffect(() => void client.invalidateQueries({ queryKey: ["checkBulkCampaign"] }), [client, dataUpdatedAt]);
  return null;
}
