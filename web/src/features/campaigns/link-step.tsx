import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TextInput } from "../../ui/text-input.tsx";
import type { Draft } from "./use-draft.ts";
import styles from "./wizard.module.css";

/** Step 6: the page that banners lead to. */
export function LinkStep({ draft: { campaign, change, errors } }: { draft: Draft }) {
  const { t } = useTranslation("campaigns");
  const [link, setLink] = useState(campaign.destination_url ?? "");
  const [left, setLeft] = useState(false);
  return (
    <div className={styles.section}>
      <TextInput
        label={t("field.link")}
        type="url"
        inputMode="url"
        placeholder="https://"
        help={t("help.link")}
        error={left && link.trim() === "" ? t("error.link") : errors.destination_url}
        value={link}
        onBlur={() => {
          setLeft(true);
          const typed = link.trim();
          if (typed && !/^[a-z]+:\/\//i.test(typed) && typed.includes(".")) {
            setLink(`https://${typed}`);
            change({ destination_url: `https://${typed}` });
          }
        }}
        onChange={(event) => {
          setLink(event.target.value);
          change({ destination_url: event.target.value.trim() === "" ? null : event.target.value.trim() });
        }}
      />
      <p className={styles.caption}>{t("help.utm")}</p>
    </div>
  );
}
