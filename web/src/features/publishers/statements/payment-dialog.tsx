import type { PublisherStatement } from "@litfass/contract/publishers/publisher-statements";
import { useState } from "react";
import { problemText } from "../../../api/api-error.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatMoney, formatMonth } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";
import { DateField } from "../../../ui/inputs/date-field.tsx";
import { todayOn } from "../../../ui/inputs/date-range.ts";
import { Stack } from "../../../ui/layout/layout.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";
import { statementReads } from "./reads.ts";

type PaymentDialogProps = { onClose: () => void; onCreated: () => void };

/** Puts credit notes that are due into a payment: all of one currency unless some are left out. */
export function PaymentDialog({ onClose, onCreated }: PaymentDialogProps) {
  const { t } = useTranslation("publishers");
  const today = todayOn();
  const due = useCall("listAllPublisherStatements", { query: { due: "true", per_page: 100 } }, { staleMs: 0 });
  const create = useChange("createPublisherPayment", statementReads);
  const [leftOut, leaveOut] = useState<ReadonlySet<number>>(new Set());
  const [day, setDay] = useState<string | null>(today);
  const [problem, setProblem] = useState<string | null>(null);
  const currency = due.data?.data[0]?.currency;
  const payable = (due.data?.data ?? []).filter((each) => each.currency === currency);
  const chosen = payable.filter(({ id }) => !leftOut.has(id));
  const total = chosen.reduce((sum, { gross }) => sum + Math.round(gross * 100), 0) / 100;
  // In another currency, or beyond the first page.
  const others = (due.data?.meta.total ?? 0) - payable.length;

  const toggle = ({ id }: PublisherStatement): void => {
    const next = new Set(leftOut);
    if (!next.delete(id)) next.add(id);
    leaveOut(next);
  };
  async function submit(event: { preventDefault: () => void }) {
    event.preventDefault();
    setProblem(null);
    try {
      await create.mutateAsync({ body: { statements: chosen.map(({ id }) => id), execute_on: day ?? today } });
      showSnackbar(t("payment.created"));
      onCreated();
    } catch (error) {
      setProblem(problemText(error));
    }
  }
  const isEmpty = due.data !== undefined && payable.length === 0;
  return (
    <Dialog
      open
      size="plan"
      title={t("payment.title")}
      lead={t("payment.lead")}
      onClose={onClose}
      actions={
        <DialogActions
          onCancel={onClose}
          form="publisher-payment"
          busy={create.isPending}
          disabled={chosen.length === 0}
        >
          {currency === undefined || chosen.length === 0
            ? t("payment.create")
            : t("payment.createFor", { amount: formatMoney(total, currency) })}
        </DialogActions>
      }
    >
      <form id="publisher-payment" noValidate onSubmit={(event) => void submit(event)}>
        <Stack>
          {problem && <Note tone="error">{problem}</Note>}
          {due.error && (
            <ErrorState title={t("statement.failed")} error={due.error} onRetry={() => void due.refetch()} />
          )}
          {!due.data && !due.error && <Skeleton height={160} />}
          {isEmpty && <EmptyState title={t("payment.nothing")}>{t("payment.nothingText")}</EmptyState>}
          {payable.map((each) => (
            <Checkbox key={each.id} checked={!leftOut.has(each.id)} onChange={() => toggle(each)}>
              {t("payment.line", {
                name: each.publisher_name,
                month: formatMonth(`${each.month}-01`),
                amount: formatMoney(each.gross, each.currency),
              })}
            </Checkbox>
          ))}
          {others > 0 && <Note>{t("payment.others", { count: others })}</Note>}
          {payable.length > 0 && <DateField label={t("payment.day")} value={day} min={today} onChange={setDay} />}
        </Stack>
      </form>
    </Dialog>
  );
}
