import type { Campaign } from "@litfass/contract/campaigns";
import { visibility } from "@litfass/contract/formats";
import { cpmMinor, impressionsFor } from "@litfass/contract/money";
import { useTranslation } from "react-i18next";
import { formatMoney, formatNumber } from "../../i18n/format.ts";
import { Sheet } from "../../ui/sheet.tsx";
import text from "../../ui/text.module.css";
import { daysBetween } from "./days-between.ts";
import styles from "./wizard.module.css";

/** What the budget buys, beside every step (FIELD-CAMP-008). */
export function ForecastPanel({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation("campaigns");
  const budget = campaign.total_budget ?? 0;
  const impressions = impressionsFor(budget);
  const days = campaign.start_on && campaign.end_on ? daysBetween(campaign.start_on, campaign.end_on) : null;
  return (
    <aside className={styles.forecast} aria-live="polite" aria-label={t("buys.title")}>
      <Sheet flush title={t("buys.title")}>
        <div className={styles.row}>
          <span className={text.label}>{t("buys.impressions")}</span>
          <span className={text.figure}>{budget > 0 ? formatNumber(impressions) : "–"}</span>
          <span className={styles.caption}>
            {budget > 0
              ? t("buys.for", {
                  amount: formatMoney(budget, campaign.currency),
                  cpm: formatMoney(cpmMinor, campaign.currency),
                })
              : t("buys.empty")}
          </span>
        </div>
        {days !== null && days > 0 && budget > 0 && (
          <div className={styles.row}>
            <span className={text.label}>{t("buys.perDay")}</span>
            <span className={text.figure}>{formatNumber(Math.floor(impressions / days))}</span>
            <span className={styles.caption}>{t("buys.days", { count: days, days: formatNumber(days) })}</span>
          </div>
        )}
        <div className={styles.row}>
          <span className={text.label}>{t("buys.viewable")}</span>
          <span className={text.figure}>{visibility.guaranteed}%</span>
          <span className={styles.caption}>{t("buys.average", { percent: visibility.industryAverage })}</span>
        </div>
      </Sheet>
    </aside>
  );
}
