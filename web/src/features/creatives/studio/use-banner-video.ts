import type { BannerImage } from "@litfass/contract/creatives/banner-fields";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../../../api/api.ts";
import { useCampaignVideo } from "../video/use-campaign-video.ts";
import { dataUriOf } from "./use-image-sources.ts";

/** The video that the banners show instead of photos, with its poster. */
export type BannerVideo = { src: string; poster: BannerImage };

/** The converted video of a display campaign; null without one, and until it is loaded. */
export function useBannerVideo(campaignId: number): BannerVideo | null {
  const { data } = useCampaignVideo(campaignId);
  const shown = data?.video;
  const src = shown?.banner_video_url ?? null;
  const poster = useQuery({
    queryKey: ["bannerVideoPoster", campaignId, shown?.video.id],
    queryFn: async () => {
      const params = { userCampaign: campaignId, file: "poster.webp" };
      return dataUriOf(await call("showCampaignVideoFile", { params, quiet: true }));
    },
    enabled: src !== null,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  const [width, height] = [shown?.video.width ?? 0, shown?.video.height ?? 0];
  return useMemo(
    () => (src && poster ? { src, poster: { src: poster, width, height, focus: [0.5, 0.5] } } : null),
    [src, poster, width, height],
  );
}
