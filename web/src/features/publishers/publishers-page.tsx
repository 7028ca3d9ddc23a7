import { type PublisherRecord, publisherStates } from "@litfass/contract/publishers/publishers";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { useCall } from "../../api/use-call.ts";
import { formatDate, formatNumber, formatPercent } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { State } from "../../ui/feedback/state.tsx";
import { useChoice } from "../../ui/inputs/use-choice.ts";
import { Card } from "../../ui/layout/card.tsx";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { ChoiceFilter, ListFilters } from "../../ui/tables/list-filters.tsx";
import { ListTable } from "../../ui/tables/list-table.tsx";
import { listQuery, useTableState } from "../../ui/tables/use-table-state.ts";
import { NewPublisherDialog } from "./new-publisher-dialog.tsx";

const sorts = ["name", "created_at"] as const;
export const publishersPath = "/publishers";

/** The publishers who sell their own ad space, for staff. */
export function PublishersPage() {
  const { t } = useTranslation("publishers");
  const [isAdding, setAdding] = useState(false);
  const state = useTableState({ sort: "created_at", direction: "desc" });
  const [chosen, choose] = useChoice("state", publisherStates);
  const list = useCall("listPublishers", { query: { ...listQuery(state, sorts), state: chosen } }, { keep: true });
  const total = list.data?.meta.total;
  return (
    <>
      <PageHeading
        lead={t("lead")}
        actions={
          <Button icon={Plus} variant="primary" onClick={() => setAdding(true)}>
            {t("add")}
          </Button>
        }
      >
        {total === undefined ? t("title") : t("heading", { count: total, number: formatNumber(total) })}
      </PageHeading>
      <ListFilters state={state} label={t("search")}>
        <ChoiceFilter
          label={t("column.state")}
          any={t("all")}
          options={publisherStates.map((value) => ({ value, label: t(`state.${value}`) }))}
          value={chosen}
          onChange={choose}
        />
      </ListFilters>
      <Card flush>
        <ListTable
          caption={t("title")}
          columns={usePublisherColumns()}
          list={list}
          rowKey={(row) => String(row.id)}
          state={state}
          errorTitle={t("failed")}
          empty={<EmptyState title={t("none")}>{t("noneText")}</EmptyState>}
        />
      </Card>
      {isAdding && <NewPublisherDialog onClose={() => setAdding(false)} />}
    </>
  );
}

function usePublisherColumns(): Column<PublisherRecord>[] {
  const { t } = useTranslation("publishers");
  return useMemo(
    () => [
      {
        id: "name",
        header: t("column.name"),
        sortable: true,
        narrow: "title",
        cell: ({ id, name }) => <Link to={`${publishersPath}/${id}`}>{name}</Link>,
      },
      { id: "email", header: t("column.email"), cell: ({ email }) => email },
      {
        id: "state",
        header: t("column.state"),
        cell: ({ state }) => <State shape={state === "active" ? "on" : "paused"}>{t(`state.${state}`)}</State>,
      },
      {
        id: "sites",
        header: t("column.sites"),
        align: "right",
        cell: ({ sites, verified_sites }) => `${formatNumber(verified_sites)} / ${formatNumber(sites)}`,
      },
      {
        id: "share",
        header: t("column.share"),
        align: "right",
        cell: ({ share_percent }) => formatPercent(share_percent / 100, 2),
      },
      {
        id: "created_at",
        header: t("column.created"),
        sortable: true,
        cell: ({ created_at }) => formatDate(created_at),
      },
    ],
    [t],
  );
}
