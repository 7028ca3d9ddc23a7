import type { PlanId } from "@litfass/contract/billing/billing";
import { CreditCard, Ticket } from "lucide-react";
import { Fragment, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { mayCall } from "../../api/may-call.ts";
import { setUser, useUser } from "../../api/session.ts";
import { useCall } from "../../api/use-call.ts";
import { formatDate, formatMoney } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import text from "../../ui/layout/text.module.css";
import { AccountSection } from "./account-section.tsx";
import { AgreedPrices } from "./agreed-prices.tsx";
import styles from "./billing.module.css";
import { BudgetCards } from "./budget-cards.tsx";
import { InvoiceTable } from "./invoice-table.tsx";
import { PaymentNotices } from "./payment-notices.tsx";
import { PlanCards } from "./plan-cards.tsx";
import { RedeemDialog } from "./promotions/redeem-dialog.tsx";
import { SavedCards } from "./saved-cards.tsx";
import { TopUpDialog } from "./top-up-dialog.tsx";

/** Billing: balances, plans and all invoices (ROUTE-010). The user is loaded before the list (UI-BILL-001). */
export function BillingPage() {
  const { t } = useTranslation("billing");
  const me = useCall("showMe", undefined, { staleMs: 0 });
  const [params] = useSearchParams();
  const [ordering, setOrdering] = useState<PlanId | null>(null);
  const [paying, setPaying] = useState(params.has("top-up"));
  const [redeeming, setRedeeming] = useState(false);
  const known = useUser();
  // Shows the session's values immediately; the response updates them.
  const user = me.data ?? known;
  const balance = user?.balance ?? null;
  const pays = mayCall(user, "startCardPayment");
  useEffect(() => {
    if (me.data) setUser(me.data);
  }, [me.data]);

  // Who has bought before looks for an invoice, and plans fill several screens on a phone.
  const hasBought = (balance?.total ?? 0) > 0;
  const plans = (
    <Fragment key="plans">
      <div className={styles.section}>
        <h2 className={text.title}>{t("plans.title")}</h2>
        {user?.subscription.is_exists && user.subscription.end_at && user.subscription.plan && (
          <span className={text.secondary}>
            {t("plans.until", {
              plan: t(`plan.${user.subscription.plan}`),
              date: formatDate(user.subscription.end_at),
            })}
          </span>
        )}
      </div>
      <PlanCards user={user} chosen={ordering} onChoose={setOrdering} />
    </Fragment>
  );
  const invoices = (
    <Fragment key="invoices">
      <div className={styles.section}>
        <h2 className={text.title}>{t("invoices.title")}</h2>
      </div>
      <InvoiceTable enabled={me.isFetched} />
    </Fragment>
  );

  return (
    <>
      <PageHeading
        actions={
          pays && (
            <>
              {mayCall(user, "redeemPromotionCode") && (
                <Button variant="quiet" icon={Ticket} className={styles.code} onClick={() => setRedeeming(true)}>
                  {t("promotion.ask")}
                </Button>
              )}
              <Button variant="primary" icon={CreditCard} onClick={() => setPaying(true)}>
                {t("addByCard")}
              </Button>
            </>
          )
        }
      >
        {balance ? t("heading", { amount: formatMoney(balance.balance, balance.currency) }) : t("title")}
      </PageHeading>
      {pays && <PaymentNotices returnedFrom={params.get("payment")} />}
      {user?.subscription.isNearEndDate && user.subscription.end_at && (
        <Note tone="warn" className={styles.gap}>
          <div className={styles.notice}>
            <span>{t("nearEnd", { date: formatDate(user.subscription.end_at) })}</span>
            {pays && (
              <Button small onClick={() => setOrdering(user.subscription.plan)}>
                {t("renew")}
              </Button>
            )}
          </div>
        </Note>
      )}
      {pays && <AgreedPrices />}
      {balance && <BudgetCards budget={balance} />}
      {hasBought ? [invoices, plans] : [plans, invoices]}
      {pays && <AccountSection />}
      {pays && <SavedCards />}
      {redeeming && <RedeemDialog onClose={() => setRedeeming(false)} />}
      {balance && <TopUpDialog open={paying} currency={balance.currency} onClose={() => setPaying(false)} />}
    </>
  );
}
