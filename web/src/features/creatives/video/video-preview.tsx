import { useCall } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { useCampaignVideo } from "./use-campaign-video.ts";
import { VastTagFacts } from "./vast-tag-facts.tsx";
import { VideoPlayer } from "./video-player.tsx";
import { VideoState } from "./video-state.tsx";

/** The finished video of a campaign, or what its VAST tag leads to, read-only. */
export function VideoPreview({ campaignId }: { campaignId: number }) {
  const { t } = useTranslation("video");
  const { data } = useCampaignVideo(campaignId);
  const tagged = useCall("showVastTag", { params: { userCampaign: campaignId } });
  if (tagged.data?.tag) return <VastTagFacts tag={tagged.data.tag} />;
  if (!data || !tagged.data) return <SkeletonRows rows={3} />;
  const video = data.video?.video;
  if (!video) return <EmptyState title={t("step.none")}>{t("step.noneText")}</EmptyState>;
  if (video.status !== "done") return <VideoState video={video} />;
  return <VideoPlayer video={video} base={`/api/v1/user-campaigns/${campaignId}/video`} />;
}
