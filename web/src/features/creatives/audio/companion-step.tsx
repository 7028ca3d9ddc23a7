import { useState } from "react";
import { attempt } from "../../../api/attempt.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { Row, Stack } from "../../../ui/layout/layout.tsx";
import { afterChoosing } from "../after-selection.ts";
import { StudioStep } from "../studio/studio-step.tsx";
import { TemplateStep } from "../studio/template-step.tsx";

/** The banners that players with a screen show next to the spot: a template or uploads, or none. */
export function CompanionStep({ campaignId }: { campaignId: number }) {
  const { t } = useTranslation("audio");
  const params = { userCampaign: campaignId };
  const campaign = useCall("showCampaign", { params });
  const choose = useChange("setCampaignCreatives", afterChoosing);
  const [isChoosing, setIsChoosing] = useState(false);
  if (!campaign.data) return <SkeletonRows rows={6} />;
  const { creative_ids, status } = campaign.data;
  const hasCompanion = creative_ids.length > 0;
  return (
    <Stack>
      <Note>{t("companion.lead")}</Note>
      {hasCompanion && status === "DRAFT" && (
        <Row>
          <Button onClick={() => setIsChoosing((now) => !now)}>
            {t(isChoosing ? "companion.keep" : "companion.other")}
          </Button>
          <Button
            busy={choose.isPending}
            onClick={() => void attempt(() => choose.mutateAsync({ params, body: { creative_ids: [] } }))}
          >
            {t("companion.none")}
          </Button>
        </Row>
      )}
      {hasCompanion && !isChoosing ? (
        <StudioStep campaignId={campaignId} />
      ) : (
        <TemplateStep campaignId={campaignId} onChosen={() => setIsChoosing(false)} />
      )}
    </Stack>
  );
}
