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
      queryFn: async () => {
        const params = { userCampaign: campaignId, image: uuid };
        return [uuid, await dataUriOf(await call("showCampaignImage", { params, quiet: true }))] as const;
      },
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: joined,
  });
}

const joined = (results: { data?: readonly [string, string] | undefined }[]): ReadonlyMap<string, string> =>
  new Map(results.flatMap(({ data }) => (data ? [data] : [])));

/** A file as it is embedded in a banner. */
export function dataUriOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("The picture could not be read"));
    reader.readAsDataURL(blob);
  });
}
