import type { BannerFields, BannerImage } from "@litfass/contract/creatives/banner-fields";
import { useTranslation } from "../../../i18n/use-translation.ts";
import styles from "./native-preview.module.css";

/** Proportions that pages ask for besides that of the example. */
const cropProportions = [
  [16, 9],
  [4, 3],
  [1, 1],
] as const;

/** The part that a crop keeps, as the server cuts it. */
const positionOf = ({ focus: [x, y] }: BannerImage): string => `${x * 100}% ${y * 100}%`;

/** An example of a native ad: a page composes it of the same texts and pictures in its own design. */
export function NativePreview({ fields }: { fields: BannerFields }) {
  const { t } = useTranslation("creatives");
  const { title, description, buttonText, logo, images } = fields;
  const [picture] = images;
  return (
    <figure className={styles.native}>
      <figcaption className={styles.name}>{t("native.title")}</figcaption>
      <div className={styles.ad} lang={fields.lang}>
        {picture && (
          <img className={styles.picture} src={picture.src} alt="" style={{ objectPosition: positionOf(picture) }} />
        )}
        <div className={styles.texts}>
          <span className={styles.label}>{t("native.label")}</span>
          <strong className={styles.title}>{title}</strong>
          <p className={styles.description}>{description}</p>
          <div className={styles.foot}>
            {logo && <img className={styles.logo} src={logo.src} alt="" />}
            <span className={styles.button}>{buttonText}</span>
          </div>
        </div>
      </div>
      {picture && (
        <div className={styles.crops}>
          <span className={styles.cropsName}>{t("native.crops")}</span>
          {cropProportions.map(([width, height]) => (
            <img
              key={width}
              className={styles.crop}
              src={picture.src}
              alt={t("native.crop", { width, height })}
              style={{ aspectRatio: width / height, objectPosition: positionOf(picture) }}
            />
          ))}
          {logo && <img className={styles.icon} src={logo.src} alt={t("native.icon")} />}
        </div>
      )}
      <p className={styles.note}>{t("native.note")}</p>
    </figure>
  );
}
