import { useTranslation } from "../../../i18n/use-translation.ts";
import { LinkField } from "../wizard/link-field.tsx";
import { PeriodFields } from "../wizard/period-fields.tsx";
import styles from "../wizard/wizard.module.css";
import type { BulkDraft } from "./use-bulk-draft.ts";

/** The common period, and the link for customers without their own. */
export function BulkPeriodStep({ draft: { bulk, change, errors } }: { draft: BulkDraft }) {
  const { t } = useTranslation("bulk");
  return (
    <>
      <PeriodFields period={bulk} change={change} errors={errors} />
      <div className={styles.section}>
        <LinkField
          label={t("field.sharedLink")}
          help={t("help.sharedLink")}
          error={errors.destination_url}
          value={bulk.destination_url}
          onChange={(destination_url) => change({ destination_url })}
        />
      </div>
    </>
  );
}
