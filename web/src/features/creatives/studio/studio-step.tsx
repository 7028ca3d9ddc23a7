import { useCall } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { OwnBanners } from "../uploads/own-banners.tsx";
import { UploadedBanners } from "../uploads/uploaded-banners.tsx";
import { Studio } from "./studio.tsx";

/** Step 5: the content of the chosen template: logo, texts, photos or a video, and colors (STEP-006). */
export function StudioStep({ campaignId }: { campaignId: number }) {
  const { t } = useTranslation("creatives");
  const forms = useCall("showCreativeForms", { params: { userCampaign: campaignId } });
  const campaign = useCall("showCampaign", { params: { userCampaign: campaignId } });
  const own = useCall("listOwnBanners", { params: { userCampaign: campaignId } });
  const error = forms.error ?? campaign.error;
  if (error && !(forms.data && campaign.data)) {
    const again = () => void Promise.all([forms.refetch(), campaign.refetch()]);
    return <ErrorState title={t("studio.failed")} error={error} onRetry={again} />;
  }
  if (!forms.data || !campaign.data || !own.isFetched) {
    return (
      <Card flush>
        <SkeletonRows rows={7} />
      </Card>
    );
  }
  const { group } = forms.data;
  if (!group) {
    return (
      <Card flush>
        <EmptyState
          title={t("studio.noTemplate")}
          action={<ButtonLink to={{ search: "?step=template" }}>{t("studio.choose")}</ButtonLink>}
        >
          {t("studio.noTemplateText")}
        </EmptyState>
      </Card>
    );
  }
  if (group.template === null && own.data?.creative_group === group.uuid) {
    return <OwnBanners large campaignId={campaignId} status={campaign.data.status} />;
  }
  if (group.template === null) {
    return (
      <Card title={t("studio.uploaded", { name: group.name })}>
        <UploadedBanners forms={forms.data.forms} />
      </Card>
    );
  }
  return (
    <Studio
      key={group.uuid}
      campaignId={campaignId}
      saved={forms.data}
      group={group}
      template={group.template}
      over={campaign.data.status === "ENDED" || campaign.data.status === "ARCHIVED"}
    />
  );
}
