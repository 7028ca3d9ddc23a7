import type { ManualInvoice } from "@litfass/contract/billing/billing";
import { withCurrency } from "@litfass/contract/kernel/thousands";
import { useMemo } from "react";
import { Link } from "react-router";
import { useSignedInUser } from "../../../api/session.ts";
import { formatDate } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { State } from "../../../ui/feedback/state.tsx";
import { Menu, type MenuEntry } from "../../../ui/overlays/menu.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import styles from "../invoices/invoices.module.css";

const shapes = {
  new: "waiting",
  approved: "limited",
  paid: "on",
  rejected: "rejected",
  cancelled: "rejected",
} as const;

/** The columns of orders by invoice (FIELD-MIR-002). */
export function useOrderColumns(entriesOf: (order: ManualInvoice) => MenuEntry[]): Column<ManualInvoice>[] {
  const { t } = useTranslation("invoices");
  const viewer = useSignedInUser();
  const readsUsers = viewer.user_role !== "accountant";
  return useMemo(
    (): Column<ManualInvoice>[] => [
      { id: "id", header: t("column.order"), sortable: true, narrow: "title", cell: (row) => row.id },
      {
        id: "user_name",
        header: t("column.user"),
        sortable: true,
        cell: (row) => (readsUsers ? <Link to={`/users/${row.user}`}>{row.user_name}</Link> : row.user_name),
      },
      {
        id: "description",
        header: t("column.description"),
        cell: (row) => (
          <span>
            {row.description}
            {row.note && <span className={styles.under}>{row.note}</span>}
          </span>
        ),
      },
      {
        id: "amount",
        header: t("column.amount"),
        sortable: true,
        align: "right",
        cell: (row) => <span className={styles.amount}>{withCurrency(row.currency, row.amount_formatted)}</span>,
      },
      {
        id: "status",
        header: t("column.status"),
        sortable: true,
        cell: (row) => <State shape={shapes[row.status]}>{t(`order.${row.status}`)}</State>,
      },
      {
        id: "invoice",
        header: t("column.invoice"),
        cell: (row) =>
          row.pdf ? (
            <a href={row.pdf} target="_blank" rel="noopener" className={styles.download}>
              {row.invoice}
            </a>
          ) : (
            t("notIssued")
          ),
      },
      {
        id: "created_at",
        header: t("column.created"),
        sortable: true,
        align: "right",
        cell: (row) => formatDate(row.created_at),
      },
      {
        id: "actions",
        header: t("column.actions"),
        headerHidden: true,
        narrow: "corner",
        cell: (row) => <Menu label={t("actionsFor", { number: row.id })} entries={entriesOf(row)} />,
      },
    ],
    [t, entriesOf, readsUsers],
  );
}
