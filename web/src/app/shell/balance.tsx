import type { Budget } from "@litfass/contract/users/users";
import { Link } from "react-router";
import { formatMoney, formatPercent } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { classNames } from "../../ui/class-names.ts";
import { MetricCard } from "../../ui/layout/metric-card.tsx";
import text from "../../ui/layout/text.module.css";
import styles from "./balance.module.css";

/** The remaining budget as a small metric card above Sign-Out; budget can be added once the account is `ready`. */
export function Balance({ budget, ready }: { budget: Budget; ready: boolean }) {
  const { t } = useTranslation("shell");
  const share = budget.total > 0 ? budget.balance / budget.total : 0;
  return (
    <div className={styles.balance}>
      <MetricCard width={30} height={64} share={share} label={t("balance.share", { share: formatPercent(share, 0) })} />
      <div>
        <div className={classNames(text.caption, text.secondary)}>{t("balance.label")}</div>
        <div className={styles.amount}>{formatMoney(budget.balance, budget.currency)}</div>
        {ready && (
          <Link to="/invoices" className={text.caption}>
            {t("balance.add")}
          </Link>
        )}
      </div>
    </div>
  );
}
