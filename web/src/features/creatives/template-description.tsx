import type { CreativeGroup } from "@litfass/contract/creatives/template-groups";
import { useTranslation } from "react-i18next";
import styles from "./template.module.css";

/** The standard templates with a description in the catalog. */
const standard = ["poster", "panorama", "cutout", "split", "offer", "date", "voice", "signet"] as const;

/** A template's purpose (for uploaded banners, their description) and its required fields. */
export function TemplateDescription({ group }: { group: CreativeGroup }) {
  const { t } = useTranslation("creatives");
  const name = standard.find((each) => each === group.template);
  return (
    <>
      <p className={styles.purpose}>{name ? t(`purpose.${name}`) : group.creatives[0]?.description}</p>
      <p className={styles.needs}>{group.template === null ? t("needs.nothing") : t(`needs.${group.picture}`)}</p>
    </>
  );
}
