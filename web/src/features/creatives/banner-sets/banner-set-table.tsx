import type { BannerSet, BannerSetStatus } from "@litfass/contract/creatives/banner-sets";
import { withCurrency } from "@litfass/contract/kernel/thousands";
import { CircleSlash, PackageCheck, PencilRuler } from "lucide-react";
import { useState } from "react";
import { problemText } from "../../../api/api-error.ts";
import { CustomerFilter } from "../../../api/customer-filter.tsx";
import { useCall, useChange } from "../../../api/use-call.ts";
import { useCustomerChoice } from "../../../api/use-customer-choice.ts";
import { formatDate } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { State, type StateShape } from "../../../ui/feedback/state.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Stack } from "../../../ui/layout/layout.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import { ListTable } from "../../../ui/tables/list-table.tsx";
import { useTableState } from "../../../ui/tables/use-table-state.ts";
import styles from "./banner-sets.module.css";
import { DeliverBannerSetDialog } from "./deliver-banner-set-dialog.tsx";

const shapes: Record<BannerSetStatus, StateShape> = {
  ordered: "waiting",
  in_work: "limited",
  delivered: "on",
  cancelled: "ended",
};

/** Ordered sets; staff start, deliver or cancel them. */
export function BannerSetTable({ staff }: { staff: boolean }) {
  const { t } = useTranslation("creatives");
  const state = useTableState({ perPage: 30 });
  const [delivering, setDelivering] = useState<BannerSet | null>(null);
  const [canceling, setCanceling] = useState<BannerSet | null>(null);
  const [customer, setCustomer] = useCustomerChoice("user");
  const query = { page: state.page, per_page: state.perPage, user: customer };
  const list = useCall("listBannerSets", { query }, { keep: true });
  const change = useChange("changeBannerSet", ["listBannerSets"]);

  async function move(set: BannerSet, status: "in_work" | "cancelled") {
    try {
      await change.mutateAsync({ params: { bannerSet: set.id }, body: { status } });
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }
  const columns: Column<BannerSet>[] = [
    {
      id: "brief",
      header: t("sets.column.brief"),
      // The designer's list is by customer.
      ...(!staff && { narrow: "title" as const }),
      cell: (row) => <span className={styles.brief}>{row.brief}</span>,
    },
    {
      id: "status",
      header: t("sets.column.status"),
      cell: ({ status }) => (
        <State shape={shapes[status]}>
          {t(staff && status === "delivered" ? "sets.deliveredShort" : `sets.status.${status}`)}
        </State>
      ),
    },
    { id: "ordered", header: t("sets.column.ordered"), align: "right", cell: (row) => formatDate(row.ordered_at) },
    {
      id: "price",
      header: t("sets.column.price"),
      align: "right",
      cell: (row) => (
        <span className={styles.line}>
          {row.price === 0 ? t("sets.free") : withCurrency(row.currency, row.price_formatted)}
        </span>
      ),
    },
    {
      id: "invoice",
      header: t("sets.column.invoice"),
      cell: (row) =>
        row.pdf && !staff ? (
          <a className={styles.line} href={row.pdf} target="_blank" rel="noopener">
            {row.invoice}
          </a>
        ) : (
          row.invoice && <span className={styles.line}>{row.invoice}</span>
        ),
    },
  ];
  const owner: Column<BannerSet> = {
    id: "user",
    header: t("sets.column.customer"),
    narrow: "title",
    cell: (row) => row.user_name,
  };
  const actions: Column<BannerSet> = {
    id: "actions",
    header: t("sets.column.actions"),
    headerHidden: true,
    narrow: "corner",
    cell: (row) =>
      (row.status === "ordered" || row.status === "in_work") && (
        <Menu
          label={t("sets.actionsFor", { name: row.user_name })}
          entries={[
            ...(row.status === "ordered"
              ? [{ label: t("sets.startWork"), icon: PencilRuler, onSelect: () => void move(row, "in_work") }]
              : []),
            { label: t("sets.deliver"), icon: PackageCheck, onSelect: () => setDelivering(row) },
            {
              label: t("sets.cancelOrder"),
              icon: CircleSlash,
              danger: true,
              apart: true,
              onSelect: () => setCanceling(row),
            },
          ]}
        />
      ),
  };
  return (
    <Stack>
      {staff && (
        <search>
          <CustomerFilter
            of="bannerSets"
            value={customer}
            name={list.data?.data.find(({ user }) => user === customer)?.user_name}
            onChange={setCustomer}
          />
        </search>
      )}
      <Card title={t(staff ? "sets.orders" : "sets.own")} flush>
        <ListTable
          caption={t(staff ? "sets.orders" : "sets.own")}
          columns={staff ? [owner, ...columns, actions] : columns}
          list={list}
          rowKey={(row) => String(row.id)}
          state={state}
          errorTitle={t("sets.failed")}
          empty={
            <EmptyState title={t(staff ? "sets.noOrders" : "sets.none")}>
              {t(customer ? "sets.noOrdersFound" : staff ? "sets.noOrdersText" : "sets.noneText")}
            </EmptyState>
          }
        />
        {delivering && <DeliverBannerSetDialog set={delivering} onClose={() => setDelivering(null)} />}
        {canceling && (
          <ConfirmDialog
            open
            title={t("sets.cancelTitle", { name: canceling.user_name })}
            lead={t(canceling.invoice ? "sets.cancelInvoice" : "sets.cancelLead")}
            action={t("sets.cancelOrder")}
            onClose={() => setCanceling(null)}
            onConfirm={() => move(canceling, "cancelled")}
          />
        )}
      </Card>
    </Stack>
  );
}
