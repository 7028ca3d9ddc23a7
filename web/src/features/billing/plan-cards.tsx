import type { Plan, PlanId } from "@litfass/contract/billing/billing";
import { withCurrency } from "@litfass/contract/kernel/thousands";
import type { User } from "@litfass/contract/users/users";
import { mayCall } from "../../api/may-call.ts";
import { useCall } from "../../api/use-call.ts";
import { formatDate, formatNumber, formatTerm } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Card } from "../../ui/layout/card.tsx";
import text from "../../ui/layout/text.module.css";
import billing from "./billing.module.css";
import { discountName } from "./discount-name.ts";
import styles from "./plan-cards.module.css";
import { PlanDialog } from "./plan-dialog.tsx";

const francs = (price: number) => formatNumber(price, Number.isInteger(price) ? 0 : 2);

type PlanCardsProps = {
  user: User | null;
  /** The plan whose dialog is open. */
  chosen: PlanId | null;
  onChoose: (plan: PlanId | null) => void;
};

/** One card per plan, three in a row; a failed list does not affect the rest of the page (ERR-027). */
export function PlanCards({ user, chosen, onChoose }: PlanCardsProps) {
  const { t } = useTranslation("billing");
  const plans = useCall("listPlans", undefined, { staleMs: 600_000 });
  const ordered = plans.data?.find(({ id }) => id === chosen);
  const pays = mayCall(user, "startCardPayment");
  if (plans.error && !plans.data) {
    return (
      <Card>
        <ErrorState title={t("plans.failed")} error={plans.error} onRetry={() => void plans.refetch()} />
      </Card>
    );
  }
  return (
    <>
      <div className={styles.plans}>
        {!plans.data && ["a", "b", "c"].map((key) => <Skeleton key={key} height={420} />)}
        {plans.data?.map((plan) => (
          <section key={plan.id} className={styles.plan} aria-label={t(`plan.${plan.id}`)}>
            <div className={styles.picture}>
              <img src={plan.image} alt="" width={300} height={132} />
            </div>
            <div className={styles.inside}>
              <header>
                <div className={styles.planName}>
                  <h3 className={text.title}>{t(`plan.${plan.id}`)}</h3>
                  {user?.subscription.is_exists && user.subscription.plan === plan.id && (
                    <span className={billing.yours}>{t("plans.yours")}</span>
                  )}
                </div>
                {/* The plan was sold under this name before, which the API still accepts (PKG-002). */}
                {plan.id === "standard" && <p className={styles.small}>{t("plans.alias")}</p>}
              </header>
              <div className={styles.price}>
                <p>
                  <b>
                    {plan.currency_label} {francs(plan.price)}
                  </b>{" "}
                  <span>{t("plans.per", { term: formatTerm(plan.term_months) })}</span>
                </p>
                {plan.discount && <Reduction discount={plan.discount} currency={plan.currency_label} />}
              </div>
              <p className={styles.small}>
                {t("plans.monthly", { currency: plan.currency_label, price: francs(plan.price_per_month) })}
              </p>
              {(["KPI", "TARGETING", "HTML5"] as const).map((list) => (
                <div key={list}>
                  <h4>{t(`benefit.${list}`)}</h4>
                  <ul>
                    {plan.benefits[list].map((benefit) => (
                      <li key={benefit}>{benefit}</li>
                    ))}
                  </ul>
                </div>
              ))}
              <div className={styles.order}>
                <Button wide disabled={!pays} onClick={() => onChoose(plan.id)}>
                  {t("plans.subscribe")}
                </Button>
              </div>
            </div>
          </section>
        ))}
      </div>
      {ordered && user && <PlanDialog key={ordered.id} plan={ordered} user={user} onClose={() => onChoose(null)} />}
    </>
  );
}

/** The list price, struck through, with the reason of the discount and its last day. */
function Reduction({ discount, currency }: { discount: NonNullable<Plan["discount"]>; currency: string }) {
  const { t } = useTranslation("billing");
  return (
    <>
      <p className={styles.reduction}>
        <s>
          <span className={styles.hidden}>{t("plans.listPrice")}</span>{" "}
          {withCurrency(currency, francs(discount.list_price))}
        </s>{" "}
        <strong>{discountName(discount)}</strong>
      </p>
      <p className={styles.small}>
        {t("plans.orderBy", { date: formatDate(discount.last_on) })}
        {discount.first_purchase_only && ` ${t("plans.firstPurchase")}`}
      </p>
    </>
  );
}
