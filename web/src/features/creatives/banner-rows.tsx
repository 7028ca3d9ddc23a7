import { deviceOfFormat, type Format, formatDevices, isBasicFormat, sizeOf } from "@litfass/contract/kernel/formats";
import type { ReactNode } from "react";
import { formatSize } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { classNames } from "../../ui/class-names.ts";
import styles from "./banner.module.css";
import { BannerFrame } from "./banner-frame.tsx";
import type { Shown } from "./omitted-formats.ts";
import { scaleText } from "./studio/scales.ts";

/** The basic set in its display order: wide formats in separate rows, the others side by side. */
const displayOrder: readonly Format[] = ["994x250", "728x90", "300x600", "160x600", "300x250"];

/** The basic set first, then the added formats, the widest first. */
const inDisplayOrder = (formats: Format[]): Format[] => [
  ...displayOrder.filter((format) => formats.includes(format)),
  ...formats.filter((format) => !isBasicFormat(format)).sort((a, b) => sizeOf(b).width - sizeOf(a).width),
];

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

/**
 * The formats of a campaign's banner, live, with crop marks and their sizes. The basic set runs on its own; with added
 * formats they are grouped by device, phones first.
 */
export function BannerRows({ banners, scaleOf, showScale, run, onShown, children }: BannerRowsProps) {
  const { t } = useTranslation("creatives");
  const shown = inDisplayOrder(Object.keys(banners) as Format[]);
  const common = scaleOf("994x250");
  const figure = (format: Format) => {
    const { width, height } = sizeOf(format);
    return (
      <figure key={format} className={classNames(styles.figure, width > 2 * height && styles.row)}>
        <figcaption className={styles.size}>
          {formatSize(format)}
          {(showScale || scaleOf(format) !== common) && (
            <span className={styles.scale}>{scaleText(scaleOf(format))}</span>
          )}
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
  if (!shown.every(isBasicFormat)) {
    return (
      <div className={styles.devices}>
        {formatDevices.map((device) => {
          const formats = shown.filter((format) => deviceOfFormat(format) === device);
          if (formats.length === 0) return null;
          return (
            <section key={device} aria-label={t(`formats.device.${device}`)}>
              <h2 className={styles.device}>{t(`formats.device.${device}`)}</h2>
              <div className={styles.grid}>{formats.map(figure)}</div>
            </section>
          );
        })}
        {children && <div className={styles.note}>{children}</div>}
      </div>
    );
  }
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
