import { type BulkCampaignSummary, bulkCampaignStatuses } from "@litfass/contract/campaigns/bulk-campaigns";
import { Archive, ArchiveRestore, Images, Pencil, Plus } from "lucide-react";
import { useMemo } from "react";
import { Link } from "react-router";
import { problemText } from "../../../api/api-error.ts";
import { CustomerFilter } from "../../../api/customer-filter.tsx";
import { useCall, useChange } from "../../../api/use-call.ts";
import { useCustomerChoice } from "../../../api/use-customer-choice.ts";
import { formatAmount, formatDate, formatMoney, formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Meter } from "../../../ui/feedback/meter.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { State, type StateShape } from "../../../ui/feedback/state.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import { ChoiceFilter, ListFilters } from "../../../ui/tables/list-filters.tsx";
import { ListTable } from "../../../ui/tables/list-table.tsx";
import { listQuery, useTableState } from "../../../ui/tables/use-table-state.ts";
import { useQueryParams } from "../../../ui/use-query-params.ts";
import styles from "../campaigns-page.module.css";
import { placeOf } from "./bulk-steps.ts";

const shapes: Record<BulkCampaignSummary["status"], StateShape> = {
  DRAFT: "draft",
  PARTLY_LAUNCHED: "limited",
  LAUNCHED: "on",
  ARCHIVED: "ended",
};

/** Bulk campaigns for staff with launch progress and results (ROUTE-013). */
export function BulkCampaignsPage() {
  const { t } = useTranslation("bulk");
  const state = useTableState();
  const [params, change] = useQueryParams();
  const status = bulkCampaignStatuses.find((each) => each === params.get("status"));
  const [customer, setCustomer] = useCustomerChoice("user");
  const query = {
    ...listQuery(state, ["name"] as const),
    status,
    customer,
  };
  const list = useCall("listBulkCampaigns", { query }, { keep: true, everyMs: 10_000 });
  const columns = useColumns();
  const choose = (value: string | undefined) => change({ page: null, status: value ?? null }, { push: true });
  const create = (
    <ButtonLink to="/bulk-campaigns/create" variant="primary" icon={Plus}>
      {t("new")}
    </ButtonLink>
  );
  const isFiltered = state.search !== "" || status !== undefined || customer !== undefined;
  return (
    <>
      <PageHeading actions={create}>{t("title")}</PageHeading>
      <ListFilters state={state} label={t("search")}>
        <CustomerFilter of="all" value={customer} onChange={setCustomer} />
        <ChoiceFilter
          label={t("column.status")}
          any={t("anyStatus")}
          options={bulkCampaignStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
          value={status}
          onChange={choose}
        />
      </ListFilters>
      <Card flush>
        <ListTable
          caption={t("title")}
          columns={columns}
          list={list}
          rowKey={(row) => String(row.id)}
          state={state}
          pageSizes={[15, 25, 50, 100]}
          errorTitle={t("failed")}
          top
          empty={
            isFiltered ? (
              <EmptyState title={t("none.filtered")}>{t("none.filteredText")}</EmptyState>
            ) : (
              <EmptyState title={t("none.title")} action={create}>
                {t("none.text")}
              </EmptyState>
            )
          }
        />
      </Card>
    </>
  );
}

function useColumns(): Column<BulkCampaignSummary>[] {
  const { t } = useTranslation("bulk");
  return useMemo(
    (): Column<BulkCampaignSummary>[] => [
      {
        id: "name",
        header: t("column.name"),
        sortable: true,
        narrow: "title",
        cell: (row) => (
          <>
            <Link className={styles.name} to={`/bulk-campaigns/${row.id}`}>
              {row.name}
            </Link>
            <span className={styles.under}>{row.owner_name}</span>
            <span className={styles.under}>
              {row.start_on && row.end_on
                ? t("period", { from: formatDate(row.start_on), to: formatDate(row.end_on) })
                : t("noPeriod")}
            </span>
          </>
        ),
      },
      {
        id: "status",
        header: t("column.status"),
        cell: (row) => <State shape={shapes[row.status]}>{t(`status.${row.status}`)}</State>,
      },
      { id: "launched", header: t("column.launched"), cell: (row) => <Launched row={row} /> },
      { id: "money", header: t("column.spent"), cell: (row) => <Money row={row} /> },
      {
        id: "impressions",
        header: t("column.impressions"),
        align: "right",
        cell: (row) => formatNumber(row.impressions),
      },
      {
        id: "actions",
        header: t("column.actions"),
        headerHidden: true,
        narrow: "corner",
        cell: (row) => <Actions row={row} />,
      },
    ],
    [t],
  );
}

function Launched({ row }: { row: BulkCampaignSummary }) {
  const { t } = useTranslation("bulk");
  const label = t("launchedOf", {
    launched: formatNumber(row.launched_count),
    customers: formatNumber(row.customers_count),
  });
  return (
    <span className={styles.money}>
      <span>{label}</span>
      <Meter
        share={row.customers_count === 0 ? 0 : row.launched_count / row.customers_count}
        faded={row.status === "ARCHIVED"}
        label={label}
      />
    </span>
  );
}

function Money({ row }: { row: BulkCampaignSummary }) {
  const { t } = useTranslation("bulk");
  if (row.budgets.length === 0) return <span className={styles.of}>{t("notSet")}</span>;
  return (
    <span className={styles.money}>
      {row.budgets.map(({ currency, amount }) => (
        <span key={currency}>
          {t("spentOf", {
            spent: formatMoney(row.spent.find((each) => each.currency === currency)?.amount ?? 0, currency),
            budget: formatAmount(amount),
          })}
        </span>
      ))}
    </span>
  );
}

function Actions({ row }: { row: BulkCampaignSummary }) {
  const { t } = useTranslation("bulk");
  const change = useChange("changeBulkCampaign", ["listBulkCampaigns", "showBulkCampaign"]);
  const isArchived = row.status === "ARCHIVED";

  async function archive(archived: boolean) {
    try {
      await change.mutateAsync({ params: { bulkCampaign: row.id }, body: { archived } });
      showSnackbar(t(archived ? "archived" : "restored", { name: row.name }));
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }

  return (
    <Menu
      label={t("actionsFor", { name: row.name })}
      entries={[
        { label: t("action.edit"), icon: Pencil, to: `/bulk-campaigns/${row.id}` },
        { label: t("ads.menu"), icon: Images, to: placeOf(row.id, "creatives") },
        {
          label: t(isArchived ? "action.restore" : "action.archive"),
          icon: isArchived ? ArchiveRestore : Archive,
          apart: true,
          onSelect: () => void archive(!isArchived),
        },
      ]}
    />
  );
}
