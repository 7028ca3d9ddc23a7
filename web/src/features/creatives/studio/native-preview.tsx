import type { BannerFields } from "@litfass/contract/creatives/banner-fields";
import { useTranslation } from "react-i18next";
import styles from "./native-preview.module.css";

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
          <img
            className={styles.picture}
            src={picture.src}
            alt=""
            style={{ objectPosition: `${picture.focus[0] * 100}% ${picture.focus[1] * 100}%` }}
          />
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
      <p className={styles.note}>{t("native.note")}</p>
    </figure>
  );
}
