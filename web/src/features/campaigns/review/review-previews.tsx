import type { Review } from "@litfass/contract/campaigns/review";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useWidth } from "../../../ui/charts/use-width.ts";
import { CropMarks } from "../../../ui/inputs/crop-marks.tsx";
import styles from "./review.module.css";

/** Everything that was handed in, as large as there is room: each banner in its own sandbox, or the video. */
export function ReviewPreviews({ review }: { review: Review }) {
  const { t } = useTranslation("review");
  const [place, maxWidth] = useWidth<HTMLDivElement>(700);
  const video = review.creatives.find(({ kind }) => kind === "video");
  return (
    <div ref={place} className={styles.previews}>
      {video ? (
        <ReviewVideo key={video.url} url={video.url} name={t("preview.video", { name: review.campaign_name })} />
      ) : (
        review.creatives.map((creative) => {
          const { url, width, height, format, kind } = creative;
          // Crop marks stand out by 8 px on each side.
          const scale = Math.min(1, (maxWidth - 16) / width);
          const title = t("preview.banner", { format, name: review.campaign_name });
          return (
            <figure key={url} className={styles.preview}>
              <CropMarks style={{ width: width * scale, height: height * scale }}>
                <div className={styles.paper} inert>
                  {kind === "image" ? (
                    <img src={url} alt={title} width={width * scale} height={height * scale} />
                  ) : (
                    <iframe
                      title={title}
                      src={url}
                      width={width}
                      height={height}
                      className={styles.frame}
                      style={{ transform: `scale(${scale})` }}
                    />
                  )}
                </div>
              </CropMarks>
              <figcaption className={styles.caption}>{`${width} x ${height}`}</figcaption>
            </figure>
          );
        })
      )}
    </div>
  );
}

/** Stands at a third of its length until it is played, as films often begin in the dark. */
function ReviewVideo({ url, name }: { url: string; name: string }) {
  const played = useRef(false);
  return (
    // biome-ignore lint/a11y/useMediaCaption: an advertiser's own video comes without captions.
    <video
      controls
      playsInline
      preload="metadata"
      aria-label={name}
      src={url}
      className={styles.video}
      onLoadedMetadata={({ currentTarget: video }) => {
        video.currentTime = video.duration / 3;
      }}
      onPlay={({ currentTarget: video }) => {
        if (!played.current) video.currentTime = 0;
        played.current = true;
      }}
    />
  );
}
