import type { SnapshotNative } from "@litfass/contract/adserver/snapshot";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { publishAdFile } from "../ad-file-sql.ts";
import type { BannerContent } from "../studio/banner-content.ts";

type Picture = { contentType: string; body: Buffer; width: number; height: number };

/**
 * Publishes the logo and the pictures of a campaign's content by themselves: what native ads are made of, with the same
 * texts as the banners. A video is represented by its poster. The brand's name is filled in with each snapshot.
 */
export async function publishNative(
  tx: Transaction,
  { title, description, buttonText, logo, images, video }: BannerContent,
  { held }: { held: boolean },
): Promise<SnapshotNative> {
  const publish = async ({ contentType, body, width, height }: Picture) => ({
    hash: await publishAdFile(tx, { body, contentType }, { held }),
    ...{ width, height, contentType },
  });
  const shown: Picture[] = video?.poster ? [video.poster] : images.map(({ row }) => row);
  const pictures: SnapshotNative["pictures"] = [];
  for (const picture of shown) pictures.push(await publish(picture));
  return { title, description, buttonText, brand: "", logo: logo && (await publish(logo)), pictures };
}

/** The files of a snapshot's native ads. */
export const filesOfNative = (native: SnapshotNative | undefined): string[] =>
  [...(native?.pictures ?? []), ...(native?.logo ? [native.logo] : [])].map(({ hash }) => hash);
