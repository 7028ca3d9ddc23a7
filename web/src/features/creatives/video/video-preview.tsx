import { useTranslation } from "react-i18next";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { useCampaignVideo } from "./use-campaign-video.ts";
import { VideoPlayer } from "./video-player.tsx";
import { VideoState } from "./video-state.tsx";

/** The finished video of a campaign, read-only. */
export function VideoPreview({ campaignId }: { campaignId: number }) {
  const { t } = useTranslation("video");
  const { data } = useCampaignVideo(campaignId);
  if (!data) return <SkeletonRows rows={3} />;
  const video = data.video?.video;
  if (!video) return <EmptyState title={t("step.none")}>{t("step.noneText")}</EmptyState>;
  if (video.status !== "done") return <VideoState video={video} />;
  return <VideoPlayer video={video} base={`/api/v1/user-campaigns/${campaignId}/video`} />;
}
