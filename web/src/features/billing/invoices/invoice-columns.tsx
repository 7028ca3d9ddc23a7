import type { ManualInvoice } from "@litfass/contract/billing/billing";
import { withCurrency } from "@litfass/contract/kernel/thousands";
import { Download } from "lucide-react";
import { useMemo } from "react";
import { Link } from "react-router";
import type { CallResult } from "../../../api/api.ts";
import { useSignedInUser } from "../../../api/session.ts";
import { formatDate } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { State } from "../../../ui/feedback/state.tsx";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";
import { todayOn } from "../../../ui/inputs/date-range.ts";
import { Icon } from "../../../ui/layout/icon.tsx";
import text from "../../../ui/layout/text.module.css";
import { Menu, type MenuEntry } from "../../../ui/overlays/menu.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import styles from "./invoices.module.css";

export type AdminInvoice = CallResult<"listAllInvoices">["data"][number];

const shapes = { open: "waiting", paid: "on", credited: "ended" } as const;

const isLate = (row: AdminInvoice): boolean => row.status === "open" && row.due_on !== null && row.due_on < todayOn();

/** The columns of the list of all invoices; the first one selects rows. */
export function useInvoiceColumns(
  chosen: ReadonlySet<string>,
  onToggle: (ids: readonly string[], on: boolean) => void,
  entriesOf: (order: ManualInvoice) => MenuEntry[],
): Column<AdminInvoice>[] {
  const { t } = useTranslation("invoices");
  const viewer = useSignedInUser();
  const readsUsers = viewer.user_role !== "accountant";
  return useMemo(
    (): Column<AdminInvoice>[] => [
      {
        id: "choose",
        header: t("column.choose"),
        headerHidden: true,
        width: 44,
        narrow: "corner",
        cell: (row) => (
          <Checkbox checked={chosen.has(row.id)} onChange={(event) => onToggle([row.id], event.target.checked)}>
            <span className={text.hidden}>{t("chooseOne", { number: row.number })}</span>
          </Checkbox>
        ),
      },
      {
        id: "id",
        header: t("column.id"),
        sortable: true,
        narrow: "title",
        cell: (row) => <span className={styles.whole}>{row.number}</span>,
      },
      {
        id: "user_name",
        header: t("column.user"),
        sortable: true,
        cell: (row) => (readsUsers ? <Link to={`/users/${row.user}`}>{row.user_name}</Link> : row.user_name),
      },
      {
        id: "subscription_name",
        header: t("column.description"),
        sortable: true,
        cell: (row) => row.subscription_name,
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
        cell: (row) =>
          row.kind === "credit_note" ? (
            <State shape="ended">{t("creditNote")}</State>
          ) : (
            <State
              shape={isLate(row) ? "rejected" : shapes[row.status]}
              detail={
                row.status === "open" &&
                row.due_on && <span className={styles.whole}>{t("payableBy", { date: formatDate(row.due_on) })}</span>
              }
            >
              {t(isLate(row) ? "status.overdue" : `status.${row.status}`)}
            </State>
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
        id: "pdf",
        header: t("column.pdf"),
        headerHidden: true,
        align: "right",
        narrow: "bare",
        cell: (row) => {
          const entries = row.order ? entriesOf(row.order) : [];
          return (
            <span className={styles.ends}>
              {row.pdf && (
                <a
                  href={row.pdf}
                  target="_blank"
                  rel="noopener"
                  className={styles.download}
                  aria-label={t("openPdf", { number: row.number })}
                >
                  <Icon of={Download} size={16} />
                  PDF
                </a>
              )}
              {entries.length > 0 && <Menu label={t("actionsForInvoice", { number: row.number })} entries={entries} />}
            </span>
          );
        },
      },
    ],
    [t, chosen, onToggle, entriesOf, readsUsers],
  );
}
