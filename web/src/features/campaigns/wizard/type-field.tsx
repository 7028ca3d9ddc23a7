import { useTranslation } from "react-i18next";
import { Segmented } from "../../../ui/inputs/chip-group.tsx";
import { Field } from "../../../ui/inputs/field.tsx";
import type { Draft } from "./use-draft.ts";
import styles from "./wizard.module.css";

/** Banners or a video; fixed once the campaign has started (FIELD-CAMP-005). */
export function TypeField({ draft: { campaign, change } }: { draft: Draft }) {
  const { t } = useTranslation("campaigns");
  return (
    <div className={styles.section}>
      <Field label={t("field.type")} help={t(`help.type.${campaign.type}`)}>
        {() => (
          <Segmented
            label={t("field.type")}
            value={campaign.type}
            options={[
              { value: "display", label: t("type.display") },
              { value: "video", label: t("type.video") },
            ].map((option) => ({ ...option, disabled: campaign.status !== "DRAFT" }))}
            onChange={(type) => change({ type: type === "video" ? "video" : "display" })}
          />
        )}
      </Field>
    </div>
  );
}
