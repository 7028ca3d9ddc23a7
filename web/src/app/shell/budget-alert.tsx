import { isCustomer } from "@litfass/contract/kernel/roles";
import { isFilledAccount } from "@litfass/contract/users/account-flags";
import type { User } from "@litfass/contract/users/users";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatDate, formatMoney } from "../../i18n/format.ts";
import { Note } from "../../ui/feedback/note.tsx";
import styles from "./shell.module.css";

/**
 * The most urgent budget warning for an advertiser: no budget and no plan (ERR-020), the plan about to end
 * (CONST-007), or little budget left.
 */
export function BudgetAlert({ user }: { user: User }) {
  const { t } = useTranslation("shell");
  const alert = alertOf(user);
  if (!alert) return null;
  const [before, link, after] = t(`alert.${alert.key}`, alert.values).split(/<\/?billing>/);
  return (
    <Note tone="warn" className={styles.alert}>
      {before}
      <Link to="/invoices">{link}</Link>
      {after}
    </Note>
  );
}

function alertOf({ user_role, balance, subscription, ...user }: User) {
  if (!isCustomer(user_role) || !balance || !isFilledAccount({ ...user, user_role })) return null;
  if (!subscription.is_exists) return balance.balance === 0 ? ({ key: "none", values: {} } as const) : null;
  const { isNearEndDate, isLowBalance, plan, end_at } = subscription;
  if (isNearEndDate && plan && end_at) {
    const name = `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`;
    return { key: "nearEnd", values: { plan: name, date: formatDate(end_at) } } as const;
  }
  if (isLowBalance) return { key: "low", values: { amount: formatMoney(balance.balance, balance.currency) } } as const;
  return null;
}
