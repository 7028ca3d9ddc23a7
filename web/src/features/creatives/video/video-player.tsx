import type { VideoConversion } from "@litfass/contract/creatives/video-conversions";
import { useState } from "react";
import { formatSize } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Segmented } from "../../../ui/inputs/chip-group.tsx";
import styles from "./video.module.css";

type VideoPlayerProps = { video: VideoConversion /** URL of the files. */; base: string };

/** Plays a converted video in each of its sizes, like players on sites. */
export function VideoPlayer({ video, base }: VideoPlayerProps) {
  const { t } = useTranslation("video");
  const [chosen, setChosen] = useState("720.mp4");
  const file = video.renditions.find(({ name }) => name === chosen) ?? video.renditions[0];
  if (!file) return null;
  return (
    <div className={styles.player}>
      {/* biome-ignore lint/a11y/useMediaCaption: an advertiser's video has no captions. */}
      <video
        key={file.name}
        controls
        playsInline
        preload="metadata"
        aria-label={video.name}
        poster={video.poster ?? undefined}
        src={`${base}/${file.name}`}
        className={styles.video}
      />
      <Segmented
        label={t("player.size")}
        value={file.name}
        options={video.renditions.map(({ name, width, height }) => ({
          value: name,
          label: formatSize(`${width}x${height}`),
        }))}
        onChange={setChosen}
      />
    </div>
  );
}
