import { useCall } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { Stack } from "../../../ui/layout/layout.tsx";
import { BannerGrid } from "../banner-grid.tsx";
import styles from "./audio.module.css";
import { CampaignSpot } from "./campaign-spot.tsx";

/** The finished spot of a campaign with its companion banners, read-only. */
export function AudioPreview({ campaignId }: { campaignId: number }) {
  const { t } = useTranslation("audio");
  const params = { userCampaign: campaignId };
  const shown = useCall("showCampaignAudio", { params });
  const campaign = useCall("showCampaign", { params });
  if (shown.error && !shown.data) {
    return <ErrorState title={t("step.failed")} error={shown.error} onRetry={() => void shown.refetch()} />;
  }
  if (!shown.data || !campaign.data) return <SkeletonRows rows={3} />;
  const { audio } = shown.data;
  if (!audio) return <EmptyState title={t("step.none")}>{t("step.noneText")}</EmptyState>;
  return (
    <Stack>
      <CampaignSpot audio={audio} />
      {audio.transcript !== "" && <p className={styles.text}>{audio.transcript}</p>}
      {campaign.data.creative_ids.length > 0 ? (
        <>
          <h2 className={styles.heading}>{t("companion.title")}</h2>
          <BannerGrid campaignId={campaignId} />
        </>
      ) : (
        <p className={styles.hint}>{t("companion.absent")}</p>
      )}
    </Stack>
  );
}
