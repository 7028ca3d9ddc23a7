import type { Review } from "@litfass/contract/campaigns/review";
import { useRef } from "react";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { AudioPlayer } from "../../../ui/audio/audio-player.tsx";
import { useWidth } from "../../../ui/charts/use-width.ts";
import { CropMarks } from "../../../ui/inputs/crop-marks.tsx";
import styles from "./review.module.css";

type PreviewedAds = {
  campaign_name: string;
  creatives: (Pick<Review["creatives"][number], "kind" | "format" | "width" | "height" | "url"> &
    Partial<Pick<Review["creatives"][number], "is_companion" | "vast_tag">>)[];
  spot?: Review["spot"];
};

/**
 * Everything that was submitted, as large as possible: each banner in a sandboxed frame, the video, or the spot with
 * its companions.
 */
export function ReviewPreviews({ review }: { review: PreviewedAds }) {
  const { t } = useTranslation("review");
  const [place, maxWidth] = useWidth<HTMLDivElement>(700);
  const video = review.creatives.find(({ kind }) => kind === "video");
  // The files of a spot differ only in their encoding.
  const spot = review.creatives.find(({ kind }) => kind === "audio");
  const banners = review.creatives.filter(({ kind }) => kind !== "audio");
  return (
    <div ref={place} className={styles.previews}>
      {spot && (
        <div className={styles.spot}>
          <AudioPlayer
            key={spot.url}
            name={t("preview.audio", { name: review.campaign_name })}
            sources={[{ url: spot.url }]}
            waveform={review.spot?.waveform}
          />
          {review.spot?.transcript && (
            <p className={styles.transcript}>
              <strong>{t("preview.transcript")}</strong>
              <br />
              {review.spot.transcript}
            </p>
          )}
        </div>
      )}
      {video?.vast_tag ? (
        <VastTagLinks {...video.vast_tag} />
      ) : video ? (
        <ReviewVideo key={video.url} url={video.url} name={t("preview.video", { name: review.campaign_name })} />
      ) : (
        banners.map((creative) => {
          const { url, width, height, format, kind } = creative;
          // Crop marks extend 8 px beyond each side.
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
              <figcaption className={styles.caption}>
                {creative.is_companion
                  ? t("preview.companion", { size: `${width} x ${height}` })
                  : `${width} x ${height}`}
              </figcaption>
            </figure>
          );
        })
      )}
    </div>
  );
}

/** A VAST tag and the file that it led to, which only its own ad server may send: they open in a new tab. */
function VastTagLinks({ url, media_url }: NonNullable<Review["creatives"][number]["vast_tag"]>) {
  const { t } = useTranslation("review");
  return (
    <dl className={styles.facts}>
      <dt>{t("preview.vastTag")}</dt>
      <dd className={styles.under}>{url}</dd>
      <dt>{t("preview.vastMedia")}</dt>
      <dd>
        <a href={media_url} target="_blank" rel="noopener noreferrer nofollow" className={styles.address}>
          {media_url}
        </a>
      </dd>
    </dl>
  );
}

/** Shows the frame at a third of the video until it is played, because many videos start with a black frame. */
function ReviewVideo({ url, name }: { url: string; name: string }) {
  const played = useRef(false);
  return (
    // biome-ignore lint/a11y/useMediaCaption: an advertiser's video has no captions.
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
