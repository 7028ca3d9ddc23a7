import type { ExchangeRecord } from "@litfass/contract/supply/exchanges";
import { Copy, Pencil, Plus, Power } from "lucide-react";
import { useMemo, useState } from "react";
import { Link, useNavigate } from "react-router";
import { problemText } from "../../api/api-error.ts";
import { useCall, useChange } from "../../api/use-call.ts";
import { formatNumber } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { State } from "../../ui/feedback/state.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { ListFilters } from "../../ui/tables/list-filters.tsx";
import { ListTable } from "../../ui/tables/list-table.tsx";
import { listQuery, useTableState } from "../../ui/tables/use-table-state.ts";
import { exchangesPath } from "./exchange-page.tsx";
import { choiceOf } from "./exchange-profile-fields.tsx";

const sorts = ["name", "requests"] as const;

/** The exchanges that may request bids: their state, traffic and terms. */
export function ExchangesPage() {
  const { t } = useTranslation("supply");
  const navigate = useNavigate();
  const state = useTableState({ sort: "name" });
  const list = useCall("listExchanges", { query: listQuery(state, sorts) }, { keep: true, everyMs: 10_000 });
  const { disable, enable, dialog } = useSwitching();
  const columns = useExchangeColumns(disable, enable);
  const total = list.data?.meta.total;
  return (
    <>
      <PageHeading
        lead={t("lead")}
        actions={
          <Button icon={Plus} variant="primary" onClick={() => void navigate(`${exchangesPath}/add`)}>
            {t("add")}
          </Button>
        }
      >
        {total === undefined ? t("title") : t("heading", { count: total, number: formatNumber(total) })}
      </PageHeading>
      <ListFilters state={state} label={t("search")} />
      <Card flush>
        <ListTable
          caption={t("title")}
          columns={columns}
          list={list}
          rowKey={(row) => row.name}
          state={state}
          errorTitle={t("failed")}
          empty={<EmptyState title={t("none")}>{t("noneText")}</EmptyState>}
        />
      </Card>
      {dialog}
    </>
  );
}

/** Enables at once; disables after a confirmation. */
function useSwitching() {
  const { t } = useTranslation("supply");
  const [chosen, setChosen] = useState<ExchangeRecord | null>(null);
  const change = useChange("setExchangeEnabled", ["listExchanges", "showExchange"]);
  async function save({ name, version }: ExchangeRecord, is_enabled: boolean) {
    try {
      await change.mutateAsync({ params: { exchange: name }, body: { version, is_enabled } });
      showSnackbar(t(is_enabled ? "enabled" : "disabled", { name }));
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }
  const dialog = (
    <ConfirmDialog
      open={chosen !== null}
      title={t("confirm.title", { name: chosen?.name ?? "" })}
      lead={t("confirm.lead")}
      action={t("confirm.action")}
      onConfirm={() => chosen && save(chosen, false)}
      onClose={() => setChosen(null)}
    />
  );
  return { disable: setChosen, enable: (row: ExchangeRecord) => void save(row, true), dialog };
}

function useExchangeColumns(disable: (row: ExchangeRecord) => void, enable: (row: ExchangeRecord) => void) {
  const { t } = useTranslation("supply");
  const navigate = useNavigate();
  return useMemo((): Column<ExchangeRecord>[] => {
    const edit = ({ name }: ExchangeRecord) => `${exchangesPath}/edit/${name}`;
    const copy = async ({ bid_url }: ExchangeRecord) => {
      await navigator.clipboard.writeText(bid_url);
      showSnackbar(t("copied"));
    };
    const count = (id: "requests" | "bids" | "wins"): Column<ExchangeRecord> => ({
      id,
      header: t(`column.${id}`),
      align: "right",
      sortable: id === "requests",
      cell: ({ traffic }) => formatNumber(traffic[id]),
    });
    return [
      {
        id: "name",
        header: t("column.name"),
        sortable: true,
        narrow: "title",
        cell: (row) => <Link to={edit(row)}>{row.name}</Link>,
      },
      {
        id: "state",
        header: t("column.state"),
        cell: ({ is_enabled, version }) => (
          <State shape={is_enabled ? "on" : "paused"} detail={version === 0 ? t("state.configured") : undefined}>
            {t(is_enabled ? "state.on" : "state.off")}
          </State>
        ),
      },
      { id: "profile", header: t("column.profile"), cell: ({ settings }) => t(`profileName.${choiceOf(settings)}`) },
      {
        id: "margin",
        header: t("column.margin"),
        align: "right",
        cell: ({ settings }) => `${formatNumber(settings.minimum_margin)}%`,
      },
      count("requests"),
      count("bids"),
      count("wins"),
      {
        id: "actions",
        header: t("column.actions"),
        headerHidden: true,
        width: 52,
        narrow: "corner",
        cell: (row) => (
          <Menu
            label={t("actionsFor", { name: row.name })}
            entries={[
              { label: t("action.edit"), icon: Pencil, onSelect: () => void navigate(edit(row)) },
              { label: t("action.copy"), icon: Copy, onSelect: () => void copy(row) },
              row.is_enabled
                ? { label: t("action.disable"), icon: Power, danger: true, apart: true, onSelect: () => disable(row) }
                : { label: t("action.enable"), icon: Power, apart: true, onSelect: () => enable(row) },
            ]}
          />
        ),
      },
    ];
  }, [t, navigate, disable, enable]);
}
