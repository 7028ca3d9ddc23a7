import type { PublisherStatement } from "@litfass/contract/publishers/publisher-statements";
import { FileText } from "lucide-react";
import { useMemo } from "react";
import { call } from "../../../api/api.ts";
import { problemText } from "../../../api/api-error.ts";
import { saveBlob } from "../../../api/save-blob.ts";
import { formatDate, formatMoney, formatMonth } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { IconButton } from "../../../ui/button.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { State, type StateShape } from "../../../ui/feedback/state.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import styles from "../publishers.module.css";

const shapes: Record<PublisherStatement["state"], StateShape> = { open: "waiting", approved: "limited", paid: "on" };

/** Saves a statement as PDF. */
export async function saveStatement({ id, publisher, number, month }: PublisherStatement): Promise<void> {
  try {
    const file = await call("printPublisherStatement", { params: { publisher, statement: id } });
    saveBlob(file, `${number ?? month}.pdf`);
  } catch (error) {
    showSnackbar(problemText(error));
  }
}

/** The columns of a publisher's statements, and for staff of those of all publishers. */
export function useStatementColumns({ isStaff }: { isStaff: boolean }): Column<PublisherStatement>[] {
  const { t } = useTranslation("publishers");
  return useMemo(() => {
    const amount = (id: "net" | "vat" | "gross"): Column<PublisherStatement> => ({
      id,
      header: t(`statement.${id}`),
      align: "right",
      cell: (row) => (id === "vat" && row.vat === 0 ? "–" : formatMoney(row[id], row.currency)),
    });
    const name: Column<PublisherStatement> = {
      id: "name",
      header: t("column.name"),
      narrow: "title",
      cell: (row) => row.publisher_name,
    };
    return [
      ...(isStaff ? [name] : []),
      {
        id: "month",
        header: t("statement.month"),
        ...(isStaff ? {} : { narrow: "title" as const }),
        cell: ({ month }) => <span className={styles.month}>{formatMonth(`${month}-01`)}</span>,
      },
      {
        id: "state",
        header: t("column.state"),
        cell: (row) => <StatementState of={row} />,
      },
      amount("net"),
      amount("vat"),
      amount("gross"),
      {
        id: "number",
        header: t("statement.number"),
        cell: (row) => (
          <span className={styles.number}>
            {row.number ?? t("statement.draft")}
            <IconButton
              icon={FileText}
              label={t("statement.pdf", { month: formatMonth(`${row.month}-01`), name: row.publisher_name })}
              onClick={() => void saveStatement(row)}
            />
          </span>
        ),
      },
    ];
  }, [t, isStaff]);
}

/** What happened last: executed or returned on a day, in a payment's file, or waiting. */
function StatementState({ of: row }: { of: PublisherStatement }) {
  const { t } = useTranslation("publishers");
  const { state, paid_at, executed_on, returned, payment, is_blocked } = row;
  if (state === "paid") {
    return (
      <State shape="on">{t("statement.paidOn", { day: formatDate(executed_on ?? paid_at ?? row.created_at) })}</State>
    );
  }
  if (payment !== null) return <State shape="limited">{t("statementState.in_payment")}</State>;
  if (returned) {
    return (
      <State shape="rejected" detail={t(`cause.${returned.cause}`)}>
        {t("statement.returnedOn", { day: formatDate(returned.on) })}
      </State>
    );
  }
  return (
    <State shape={shapes[state]} detail={state === "approved" && is_blocked ? t("payout.blocking") : null}>
      {t(`statementState.${state}`)}
    </State>
  );
}
