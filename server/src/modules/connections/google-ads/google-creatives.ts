import type { GoogleCreative } from "@litfass/contract/connections/connections";
import { notFound, unavailable } from "@litfass/platform/problem";
import { z } from "zod";
import { type CompactImage, compactImage, type ImageKind } from "../../creatives/index.ts";
import type { ServicePlatform } from "../calls/call-service.ts";
import { readEachAccount } from "../calls/each-account.ts";
import type { ConnectionContext } from "../connection-context.ts";
import { readExternal } from "../external-result.ts";
import { listSearchAdAccounts, type SearchAdAccount, searchAds } from "./google-ads-api.ts";

const maxImages = 1000;
const maxShown = 100;
const imageTimeoutMs = 8_000;
const maxImageBytes = 10_000_000;
/** The side limit for resized images: Google allows larger images than uploads. */
const maxSide = 4_096;
/** The image types that the studio accepts. */
const acceptedTypes = new Set(["image/png", "image/jpeg", "image/webp", "image/gif"]);

const pixels = z.coerce.number().int().nonnegative().default(0);
const mime = z
  .string()
  .default("")
  .transform((type) => type.toLowerCase().replace(/^image_/, "image/"));
const assetRow = z.object({
  asset: z.object({
    id: z.string(),
    name: z.string().default(""),
    imageAsset: z.object({
      mimeType: mime,
      fullSize: z.object({ url: z.string().default(""), widthPixels: pixels, heightPixels: pixels }),
    }),
  }),
});
const adRow = z.object({
  adGroupAd: z.object({
    ad: z.object({
      id: z.string(),
      name: z.string().default(""),
      imageAd: z.object({ imageUrl: z.string().default(""), pixelWidth: pixels, pixelHeight: pixels, mimeType: mime }),
    }),
  }),
});

const assetQuery = `SELECT asset.id, asset.name, asset.image_asset.mime_type, asset.image_asset.full_size.url,
  asset.image_asset.full_size.width_pixels, asset.image_asset.full_size.height_pixels
  FROM asset WHERE asset.type = 'IMAGE' LIMIT ${maxImages}`;
const adQuery = `SELECT ad_group_ad.ad.id, ad_group_ad.ad.name, ad_group_ad.ad.image_ad.image_url,
  ad_group_ad.ad.image_ad.pixel_width, ad_group_ad.ad.image_ad.pixel_height, ad_group_ad.ad.image_ad.mime_type
  FROM ad_group_ad WHERE ad_group_ad.ad.type = 'IMAGE_AD' AND ad_group_ad.status != 'REMOVED' LIMIT ${maxImages}`;

/**
 * Image ads and image assets of the caller's own Google Ads account that the studio accepts and whose name contains
 * `q`. Empty without a connection, or if Google returns nothing (API-CONN-008).
 */
export async function listGoogleCreatives(
  context: ConnectionContext,
  uid: string,
  q: string | null,
): Promise<GoogleCreative[]> {
  const wanted = q?.toLowerCase() ?? "";
  const all = await allCreatives(context, uid);
  return all.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, maxShown);
}

/**
 * One of these images, re-encoded for banners. Only listed images are fetched, to prevent requests to arbitrary URLs.
 * @throws 404 if it is not in the caller's account, 503 if it cannot be fetched, 422 if it is not an image.
 */
export async function fetchGoogleCreative(
  context: ConnectionContext,
  uid: string,
  id: string,
  kind: ImageKind,
): Promise<{ name: string; image: CompactImage }> {
  const creative = (await allCreatives(context, uid)).find((each) => each.id === id);
  if (!creative) throw notFound();
  const limits = { timeoutMs: imageTimeoutMs, maxBytes: maxImageBytes };
  const answer = await context.platform.egress(creative.image_url, limits).catch(() => null);
  if (answer?.status !== 200) throw unavailable();
  return { name: creative.name.slice(0, 200), image: await compactImage(answer.body, kind, maxSide) };
}

async function allCreatives(context: ConnectionContext, uid: string): Promise<GoogleCreative[]> {
  const { platform } = context;
  const { data } = await readExternal(context, { uid, service: "google_ads", question: "images" }, async (token) => {
    const { accounts } = await listSearchAdAccounts(platform, token);
    const { rows, gaps } = await readEachAccount(
      accounts,
      ({ name }) => name,
      async (account) => ({ rows: await imagesOf(platform, token, account), isComplete: true }),
    );
    return { data: rows, gaps };
  });
  return data ?? [];
}

async function imagesOf(platform: ServicePlatform, token: string, account: SearchAdAccount): Promise<GoogleCreative[]> {
  const [ads, assets] = await Promise.all([
    searchAds(platform, token, account, adQuery, adRow),
    searchAds(platform, token, account, assetQuery, assetRow),
  ]);
  const found: GoogleCreative[] = [
    ...ads.rows.map(({ adGroupAd: { ad } }) => ({
      id: `ad:${ad.id}`,
      kind: "ad" as const,
      name: ad.name,
      image_url: ad.imageAd.imageUrl,
      width: ad.imageAd.pixelWidth,
      height: ad.imageAd.pixelHeight,
      mime_type: ad.imageAd.mimeType,
      account: account.name,
    })),
    ...assets.rows.map(({ asset: { id, name, imageAsset } }) => ({
      id: `asset:${id}`,
      kind: "asset" as const,
      name,
      image_url: imageAsset.fullSize.url,
      width: imageAsset.fullSize.widthPixels,
      height: imageAsset.fullSize.heightPixels,
      mime_type: imageAsset.mimeType,
      account: account.name,
    })),
  ];
  return found.filter(
    ({ image_url: url, mime_type: type, width, height }) =>
      URL.canParse(url) && acceptedTypes.has(type) && Math.max(width, height) < maxSide,
  );
}
