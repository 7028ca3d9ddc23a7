import { useCall } from "../../../api/use-call.ts";

const pollMs = 2000;

/** The banners uploaded for a campaign, polled while one of them is being tested in a browser. */
export function useOwnBanners(campaignId: number) {
  const input = { params: { userCampaign: campaignId } };
  const first = useCall("listOwnBanners", input);
  const isWaiting = first.data?.banners.some(({ report }) => report?.browser === "waiting") ?? false;
  return useCall("listOwnBanners", input, { everyMs: isWaiting && pollMs });
}
