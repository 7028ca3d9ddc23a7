import type { CustomerPrice } from "@litfass/contract/billing/billing";
import { Percent } from "lucide-react";
import { useState } from "react";
import { problemText } from "../../../api/api-error.ts";
import { mayCall } from "../../../api/may-call.ts";
import { useSignedInUser } from "../../../api/session.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatDate } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { State, type StateShape } from "../../../ui/feedback/state.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { nameOf, type Person } from "../profile/person.ts";
import styles from "../users.module.css";
import { CustomerPriceDialog } from "./customer-price-dialog.tsx";

const shapes: Record<CustomerPrice["state"], StateShape> = {
  active: "on",
  scheduled: "waiting",
  expired: "ended",
  ended: "ended",
};

/** What is and was agreed with a customer; admins agree and end. */
export function CustomerPricesCard({ user, isArchived }: { user: Person; isArchived: boolean }) {
  const { t } = useTranslation("users-admin");
  const viewer = useSignedInUser();
  const [isAgreeing, setAgreeing] = useState(false);
  const [ending, setEnding] = useState<CustomerPrice | null>(null);
  const list = useCall("listCustomerPrices", { params: { user: user.uid }, query: {} });
  const end = useChange("endCustomerPrice", ["listCustomerPrices"]);
  const agrees = mayCall(viewer, "createCustomerPrice") && !isArchived;
  const prices = list.data?.data ?? [];

  async function confirmEnd() {
    if (!ending) return;
    try {
      await end.mutateAsync({ params: { user: user.uid, customerPrice: ending.id } });
      showSnackbar(t("prices.ended"));
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }

  return (
    <Card
      title={t("prices.title")}
      aside={
        agrees && (
          <Button small icon={Percent} onClick={() => setAgreeing(true)}>
            {t("prices.agree")}
          </Button>
        )
      }
    >
      {list.error && !list.data ? (
        <ErrorState title={t("prices.failed")} error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows rows={1} />
      ) : prices.length === 0 ? (
        <p className={styles.quiet}>{t("prices.none")}</p>
      ) : (
        <ul className={styles.prices}>
          {prices.map((price) => (
            <li key={price.id}>
              <div>
                <strong>{t("prices.terms", { cpm: price.cpm_percent, plans: price.plan_percent })}</strong>
                <span className={styles.under}>
                  {t("prices.period", { first: formatDate(price.first_on), last: formatDate(price.last_on) })}
                </span>
                <span className={styles.under}>
                  {t(price.approved_by_name === null ? "prices.by" : "prices.approved", {
                    reason: price.reason,
                    name: price.created_by_name,
                    approver: price.approved_by_name ?? "",
                  })}
                </span>
              </div>
              <State shape={shapes[price.state]}>{t(`prices.state.${price.state}`)}</State>
              {agrees && (price.state === "active" || price.state === "scheduled") && (
                <Button small onClick={() => setEnding(price)}>
                  {t("prices.end")}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {list.data && list.data.meta.total > prices.length && <p className={styles.quiet}>{t("prices.more")}</p>}
      {isAgreeing && <CustomerPriceDialog user={user} onClose={() => setAgreeing(false)} />}
      <ConfirmDialog
        open={ending !== null}
        title={t("prices.endTitle", { name: nameOf(user) })}
        lead={t("prices.endText")}
        action={t("prices.end")}
        onConfirm={confirmEnd}
        onClose={() => setEnding(null)}
      />
    </Card>
  );
}
