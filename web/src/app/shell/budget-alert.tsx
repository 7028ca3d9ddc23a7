import { isCustomer } from "@litfass/contract/kernel/roles";
import { isFilledAccount } from "@litfass/contract/users/account-flags";
import type { User } from "@litfass/contract/users/users";
import { Link, useLocation } from "react-router";
import { useCall } from "../../api/use-call.ts";
import { formatDate, formatMoney } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Note } from "../../ui/feedback/note.tsx";
import styles from "./shell.module.css";

/**
 * The most urgent budget warning for an advertiser: no budget and no plan (ERR-020), the plan about to end
 * (CONST-007), or little budget left. The dashboard of an advertiser whose ads never ran leads to the budget itself, the
 * account comes before it, and the screen of a publisher is about earning money, not about spending it.
 */
export function BudgetAlert({ user }: { user: User }) {
  const { t } = useTranslation("shell");
  const alert = alertOf(user);
  const { pathname } = useLocation();
  const asksFirst = pathname === "/dashboard" && alert?.key === "none";
  const campaigns = useCall("listStatisticCampaigns", { query: {} }, { enabled: asksFirst, staleMs: 60_000 });
  const everRan = campaigns.data?.some(({ started_on }) => started_on !== null) ?? false;
  const isEarly = alert?.key === "none" && pathname === "/account";
  if (!alert || isEarly || (asksFirst && !everRan) || pathname === "/publisher") return null;
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
  if (!subscription.is_exists) {
    // Reserved for running campaigns is not used up.
    const isEmpty = balance.balance === 0 && balance.balance_reserved === 0;
    return isEmpty ? ({ key: "none", values: {} } as const) : null;
  }
  const { isNearEndDate, isLowBalance, plan, end_at } = subscription;
  if (isNearEndDate && plan && end_at) {
    const name = `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`;
    return { key: "nearEnd", values: { plan: name, date: formatDate(end_at) } } as const;
  }
  if (isLowBalance) return { key: "low", values: { amount: formatMoney(balance.balance, balance.currency) } } as const;
  return null;
}
