import type { CreativeGroup } from "@litfass/contract/creatives/template-groups";
import { useTranslation } from "../../i18n/use-translation.ts";
import styles from "./template.module.css";

/** A template's purpose (for uploaded banners, their description) and its required fields. */
export function TemplateDescription({ group }: { group: CreativeGroup }) {
  const { t } = useTranslation("creatives");
  return (
    <>
      <p className={styles.purpose}>{group.creatives[0]?.description}</p>
      <p className={styles.needs}>{group.template === null ? t("needs.nothing") : t(`needs.${group.picture}`)}</p>
    </>
  );
}
