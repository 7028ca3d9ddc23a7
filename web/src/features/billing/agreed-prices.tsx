import { useCall } from "../../api/use-call.ts";
import { formatDate, formatMoney } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Note } from "../../ui/feedback/note.tsx";
import styles from "./billing.module.css";

/** What is agreed with the customer; nothing without an agreement. */
export function AgreedPrices() {
  const { t } = useTranslation("billing");
  const { data } = useCall("showPrices");
  if (!data?.agreed) return null;
  const { cpm_percent, plan_percent, last_on } = data.agreed;
  const parts = [
    ...(cpm_percent > 0
      ? [
          t("agreed.cpm", {
            percent: cpm_percent,
            price: formatMoney(data.cpm, data.currency),
            list: formatMoney(data.list_cpm, data.currency),
          }),
        ]
      : []),
    ...(plan_percent > 0 ? [t("agreed.plans", { percent: plan_percent })] : []),
  ];
  return (
    <Note className={styles.gap}>
      {t("agreed.lead", { date: formatDate(last_on) })} {parts.join(" ")}
    </Note>
  );
}
