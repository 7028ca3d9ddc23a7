import type { SnapshotNative } from "@litfass/contract/adserver/snapshot";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { publishAdFile } from "../ad-file-sql.ts";
import type { BannerContent } from "../studio/banner-content.ts";
import type { FocusedImage, NativeCrops, NativeImage } from "./crop-native.ts";

const middle = { x: 0.5, y: 0.5 };

/**
 * Publishes the logo and the pictures of a campaign's content by themselves, and the first picture and the logo in the
 * proportions that pages ask for: what native ads are made of, with the same texts as the banners. A video is represented
 * by its poster. The brand's name is filled in with each snapshot.
 */
export async function publishNative(
  tx: Transaction,
  { title, description, buttonText, logo, images, video }: BannerContent,
  { held, crops }: { held: boolean; crops: NativeCrops },
): Promise<SnapshotNative> {
  const publish = async ({ contentType, body, width, height }: NativeImage) => ({
    hash: await publishAdFile(tx, { body, contentType }, { held }),
    ...{ width, height, contentType },
  });
  const publishAll = async (pictures: NativeImage[]): Promise<SnapshotNative["pictures"]> => {
    const published: SnapshotNative["pictures"] = [];
    for (const picture of pictures) published.push(await publish(picture));
    return published;
  };
  const shown: FocusedImage[] = video?.poster
    ? [{ ...video.poster, focus: middle }]
    : images.map(({ row, focus }) => ({ ...row, focus }));
  const [first] = shown;
  return {
    ...{ title, description, buttonText, brand: "" },
    logo: logo && (await publish(logo)),
    pictures: await publishAll(shown),
    crops: first === undefined ? [] : await publishAll(await crops.main(first)),
    icons: await publishAll(await crops.icons(logo, first)),
  };
}

/** The files of a snapshot's native ads. */
export const filesOfNative = (native: SnapshotNative | undefined): string[] =>
  [
    ...(native?.pictures ?? []),
    ...(native?.logo ? [native.logo] : []),
    ...(native?.crops ?? []),
    ...(native?.icons ?? []),
  ].map(({ hash }) => hash);
