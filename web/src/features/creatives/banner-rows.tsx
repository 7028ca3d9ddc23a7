import { type Format, sizeOf } from "@litfass/contract/kernel/formats";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatSize } from "../../i18n/format.ts";
import { classNames } from "../../ui/class-names.ts";
import styles from "./banner.module.css";
import { BannerFrame } from "./banner-frame.tsx";
import type { Shown } from "./omitted-formats.ts";
import { scaleText } from "./studio/scales.ts";

/** The display order: wide formats in separate rows, the others side by side. */
export const displayOrder: readonly Format[] = ["994x250", "728x90", "300x600", "160x600", "300x250"];

type BannerRowsProps = {
  /** The drawn banners by format; only these are shown. */
  banners: Partial<Record<Format, string | null>>;
  scaleOf: (format: Format) => number;
  /** Shows the scale next to the size if each format has its own. */
  showScale?: boolean;
  run?: number;
  onShown?: (format: Format, shown: Shown) => void;
  /** Notes about the formats, below the last one. */
  children?: ReactNode;
};

/** The formats of a campaign's banner, live, with crop marks and their sizes. */
export function BannerRows({ banners, scaleOf, showScale, run, onShown, children }: BannerRowsProps) {
  const { t } = useTranslation("creatives");
  const shown = displayOrder.filter((format) => format in banners);
  const figure = (format: Format) => {
    const { width, height } = sizeOf(format);
    return (
      <figure key={format} className={classNames(styles.figure, width > 2 * height && styles.row)}>
        <figcaption className={styles.size}>
          {formatSize(format)}
          {showScale && <span className={styles.scale}>{scaleText(scaleOf(format))}</span>}
        </figcaption>
        <BannerFrame
          format={format}
          html={banners[format] ?? null}
          scale={scaleOf(format)}
          title={t("frame", { size: formatSize(format) })}
          run={run}
          onShown={onShown}
        />
      </figure>
    );
  };
  const last = shown.at(-1);
  return (
    <div className={styles.grid}>
      {shown.slice(0, -1).map(figure)}
      {last && (
        <div className={styles.last}>
          {figure(last)}
          {children && <div className={styles.note}>{children}</div>}
        </div>
      )}
    </div>
  );
}
