import type { CampaignImage } from "@litfass/contract/creatives/creative-content";
import { useQueries } from "@tanstack/react-query";
import { call } from "../../../api/api.ts";

/**
 * Uploaded images as data URIs by uuid, as embedded in a banner. Uploads are immutable, so each is fetched once;
 * images that are still loading are missing.
 */
export function useImageSources(campaignId: number, images: readonly CampaignImage[]): ReadonlyMap<string, string> {
  return useQueries({
    queries: images.map(({ uuid }) => ({
      queryKey: ["imageSource", campaignId, uuid],
      queryFn: async () => [uuid, await dataUriOf(campaignId, uuid)] as const,
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: joined,
  });
}

const joined = (results: { data?: readonly [string, string] | undefined }[]): ReadonlyMap<string, string> =>
  new Map(results.flatMap(({ data }) => (data ? [data] : [])));

async function dataUriOf(campaignId: number, image: string): Promise<string> {
  const blob = await call("showCampaignImage", { params: { userCampaign: campaignId, image }, quiet: true });
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("The picture could not be read"));
    reader.readAsDataURL(blob);
  });
}
