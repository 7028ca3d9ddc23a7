import type { Payment } from "@litfass/contract/billing/billing";
import { useEffect } from "react";
import { problemText } from "../../api/api-error.ts";
import { useCall, useChange } from "../../api/use-call.ts";
import { formatDateTime, formatMoney } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { afterPaying } from "./after-paying.ts";
import styles from "./billing.module.css";

/** The processor reports what becomes of a payment a moment after its page. */
const pollMs = 4_000;
/** How long a failed payment is shown. */
const failureShownMs = 24 * 3600_000;
const uuid = /^[0-9a-f-]{36}$/;

/**
 * Unfinished card payments with their actions, and the latest one if it failed. A user who returns from the processor's
 * page without paying sees the outcome of that payment.
 */
export function PaymentNotices({ returnedFrom }: { returnedFrom: string | null }) {
  const { t } = useTranslation("billing");
  const list = useCall(
    "listPayments",
    { query: { per_page: 5 } },
    { staleMs: 0, everyMs: (read) => (read?.data.some(({ status }) => status === "pending") ? pollMs : false) },
  );
  const { mutate: ask } = useChange("confirmPayment", afterPaying);
  useEffect(() => {
    if (returnedFrom && uuid.test(returnedFrom)) ask({ params: { payment: returnedFrom } });
  }, [returnedFrom, ask]);
  const payments = list.data?.data ?? [];
  const [newest] = payments;
  const failed = newest?.status === "failed" && Date.now() - Date.parse(newest.created_at) < failureShownMs;
  return (
    <>
      {payments
        .filter((payment) => payment.status === "pending")
        .map((payment) => (
          <PendingPayment key={payment.id} payment={payment} />
        ))}
      {newest && failed && (
        <Note tone="warn" className={styles.gap}>
          {t("payment.failed", { ...wordsOf(newest), reason: newest.failure_message ?? "" })}
        </Note>
      )}
    </>
  );
}

const wordsOf = (payment: Payment) => ({
  amount: formatMoney(payment.amount_due, payment.currency),
  when: formatDateTime(payment.created_at),
});

function PendingPayment({ payment }: { payment: Payment }) {
  const { t } = useTranslation("billing");
  const cancel = useChange("cancelPayment", afterPaying);
  async function giveUp() {
    try {
      const { status } = await cancel.mutateAsync({ params: { payment: payment.id } });
      showSnackbar(t(status === "succeeded" ? "payment.alreadyPaid" : "payment.discarded"));
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }
  return (
    <Note className={styles.gap}>
      <div className={styles.notice}>
        <span>
          {t("payment.pending", wordsOf(payment))} {payment.failure_message && `${payment.failure_message}.`}
        </span>
        <span className={styles.buttons}>
          {payment.checkout_url && (
            <a href={payment.checkout_url} className={styles.download}>
              {t("payment.continue")}
            </a>
          )}
          <Button small busy={cancel.isPending} onClick={() => void giveUp()}>
            {t("payment.discard")}
          </Button>
        </span>
      </div>
    </Note>
  );
}
