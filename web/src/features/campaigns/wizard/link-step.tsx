import { useState } from "react";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { LinkField } from "./link-field.tsx";
import type { Draft } from "./use-draft.ts";
import styles from "./wizard.module.css";

/** Step 6: the landing page. Enter continues, because there is nothing else to fill in. */
export function LinkStep({ draft: { campaign, change, errors }, onEnter }: { draft: Draft; onEnter: () => void }) {
  const { t } = useTranslation("campaigns");
  const [left, setLeft] = useState(false);
  return (
    <form
      className={styles.section}
      onSubmit={(event) => {
        event.preventDefault();
        if (campaign.destination_url) onEnter();
      }}
    >
      <LinkField
        label={t("field.link")}
        help={t("help.link")}
        error={left && !campaign.destination_url ? t("error.link") : errors.destination_url}
        value={campaign.destination_url}
        onChange={(destination_url) => change({ destination_url })}
        onLeave={() => setLeft(true)}
      />
      <p className={styles.caption}>{t("help.utm")}</p>
    </form>
  );
}
