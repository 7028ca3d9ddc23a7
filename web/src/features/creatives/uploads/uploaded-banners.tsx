import { formatSize } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { useWidth } from "../../../ui/charts/use-width.ts";
import { classNames } from "../../../ui/class-names.ts";
import { CropMarks } from "../../../ui/inputs/crop-marks.tsx";
import styles from "../banner.module.css";

type Finished = { creative: string; format: string; width: number; height: number; preview_url: string };

/** Banners uploaded as finished files: each in its own frame, at one scale. */
export function UploadedBanners({ forms }: { forms: readonly Finished[] }) {
  const { t } = useTranslation("creatives");
  const [place, width] = useWidth<HTMLDivElement>(520);
  const scale = Math.min(1, width / Math.max(1, ...forms.map(({ width }) => width)));
  return (
    <div ref={place} className={classNames(styles.place, styles.grid)}>
      {forms.map(({ creative, format, width, height, preview_url }) => (
        <figure key={`${creative}${preview_url}`} className={styles.figure}>
          <figcaption className={styles.size}>{formatSize(format)}</figcaption>
          <CropMarks className={styles.crop} style={{ width: width * scale, height: height * scale }}>
            <div className={styles.paper} inert>
              <iframe
                title={t("frame", { size: formatSize(format) })}
                src={preview_url}
                width={width}
                height={height}
                className={styles.frame}
                style={{ transform: `scale(${scale})` }}
              />
            </div>
          </CropMarks>
        </figure>
      ))}
    </div>
  );
}
