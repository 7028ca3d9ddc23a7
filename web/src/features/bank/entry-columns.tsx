import type { BankEntry } from "@litfass/contract/bank/bank-files";
import { withCurrency } from "@litfass/contract/kernel/thousands";
import { useMemo } from "react";
import { Link } from "react-router";
import { formatAmount, formatDate } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { State, type StateShape } from "../../ui/feedback/state.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import styles from "./bank.module.css";
import { Account } from "./files-tab.tsx";

const shapes: Record<BankEntry["state"], StateShape> = {
  matched: "on",
  returned: "rejected",
  suggestion: "waiting",
  unknown: "limited",
  done: "ended",
};

/** The amount with its sign; a report of the bank may have none. */
export function amountText({ kind, amount, currency }: BankEntry): string {
  if (currency === null) return "–";
  return withCurrency(currency, `${kind === "debit" ? "−" : ""}${formatAmount(amount)}`);
}

/** An order is marked as paid only after it was approved, and not while a second person has to decide about it. */
const isConfirmable = ({ state, order }: BankEntry): boolean =>
  state === "suggestion" && (order === null || (order.status === "approved" && !order.awaits_approval));

type Decide = { onConfirm: (entry: BankEntry) => void; onSettle: (entry: BankEntry) => void };

/** The columns of the bank's entries. */
export function useEntryColumns({ onConfirm, onSettle }: Decide): Column<BankEntry>[] {
  const { t } = useTranslation("bank");
  return useMemo(
    () => [
      {
        id: "party",
        header: t("column.party"),
        narrow: "title",
        cell: (row) => (
          <span className={styles.party}>
            {row.party_name ?? t(`kind.${row.kind}`)}
            {row.party_iban && (
              <span className={styles.under}>
                <Account of={row.party_iban} />
              </span>
            )}
            {row.text && <span className={styles.under}>{row.text}</span>}
          </span>
        ),
      },
      {
        id: "day",
        header: t("column.day"),
        cell: ({ booked_on, value_on }) => (
          <span className={styles.day}>
            {formatDate(booked_on)}
            {value_on !== booked_on && (
              <span className={styles.under}>{t("valueOn", { day: formatDate(value_on) })}</span>
            )}
          </span>
        ),
      },
      {
        id: "reference",
        header: t("column.reference"),
        cell: (row) => (
          <span className={styles.reference}>
            <About entry={row} />
            {row.bank_reference && <span className={styles.under}>{row.bank_reference}</span>}
          </span>
        ),
      },
      {
        id: "amount",
        header: t("column.amount"),
        align: "right",
        cell: (row) => <span className={styles.amount}>{amountText(row)}</span>,
      },
      { id: "state", header: t("column.state"), cell: (row) => <EntryState entry={row} /> },
      {
        id: "actions",
        header: t("column.actions"),
        headerHidden: true,
        align: "right",
        narrow: "bare",
        cell: (row) =>
          row.state === "suggestion" || row.state === "unknown" ? (
            <span className={styles.actions}>
              {isConfirmable(row) && (
                <Button small variant="primary" onClick={() => onConfirm(row)}>
                  {t("confirm.action")}
                </Button>
              )}
              <Button small onClick={() => onSettle(row)}>
                {t("settle.action")}
              </Button>
            </span>
          ) : null,
      },
    ],
    [t, onConfirm, onSettle],
  );
}

function EntryState({ entry }: { entry: BankEntry }) {
  const { t } = useTranslation("bank");
  const { state, reason, order, return_code, note, decided_by } = entry;
  const details = [
    reason && reason !== "by_hand" ? t(`reason.${reason}`) : null,
    state === "suggestion" && order?.awaits_approval ? t("awaitsApproval") : null,
    state === "suggestion" && order?.status === "new" ? t("approveFirst") : null,
    state === "suggestion" && order?.status === "paid" ? t("reason.order_paid") : null,
    return_code,
    note,
    decided_by,
  ].filter((each) => each !== null && each !== "");
  return (
    <State shape={shapes[state]} detail={details.length > 0 ? details.join(", ") : null}>
      {t(`state.${state}`)}
    </State>
  );
}

/** What an entry is about: payouts, a customer's order, or else its reference. */
function About({ entry: { payouts, order, end_to_end_id, reference } }: { entry: BankEntry }) {
  const { t } = useTranslation("bank");
  if (order) {
    return (
      <>
        <Link to={`/admin/manual-invoices?search=${encodeURIComponent(order.invoice)}`}>{order.invoice}</Link>
        <span className={styles.under}>
          {t("order", { name: order.user_name, amount: formatAmount(order.amount) })}
        </span>
      </>
    );
  }
  if (payouts.length === 0) return end_to_end_id ?? reference ?? "–";
  return (
    <ul className={styles.payouts}>
      {payouts.map((payout) => (
        <li key={payout.id}>
          <Link
            to={`/admin/publisher-statements?tab=payouts&payout_search=${encodeURIComponent(payout.end_to_end_id)}`}
          >
            {payout.end_to_end_id}
          </Link>
          <span className={styles.under}>{payout.publisher_name}</span>
        </li>
      ))}
    </ul>
  );
}
