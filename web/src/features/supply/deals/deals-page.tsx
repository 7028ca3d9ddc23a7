import { dealStates } from "@litfass/contract/supply/deals";
import { Plus } from "lucide-react";
import { useMemo } from "react";
import { useNavigate } from "react-router";
import { mayCall } from "../../../api/may-call.ts";
import { useSignedInUser } from "../../../api/session.ts";
import { useCall } from "../../../api/use-call.ts";
import { formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { useChoice } from "../../../ui/inputs/use-choice.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import { ChoiceFilter, ListFilters } from "../../../ui/tables/list-filters.tsx";
import { ListTable } from "../../../ui/tables/list-table.tsx";
import { listQuery, useTableState } from "../../../ui/tables/use-table-state.ts";
import { useDealColumns } from "./deal-columns.tsx";
import { dealsPath } from "./reads.ts";
import { useDealStatus } from "./use-deal-status.tsx";

const sorts = ["name", "exchange", "price", "end_on"] as const;

/** The deals with exchanges and publishers, and what was bought through them in 30 days. */
export function DealsPage() {
  const { t } = useTranslation("deals");
  const navigate = useNavigate();
  const mayChange = mayCall(useSignedInUser(), "createDeal");
  const state = useTableState();
  const [chosen, choose] = useChoice("state", dealStates);
  const query = { ...listQuery(state, sorts), state: chosen };
  const list = useCall("listDeals", { query }, { keep: true, everyMs: 30_000 });
  const { end, resume, dialog } = useDealStatus();
  const actions = useMemo(() => (mayChange ? { end, resume } : null), [mayChange, end, resume]);
  const columns = useDealColumns(actions);
  const total = list.data?.meta.total;
  const isFiltered = state.search !== "" || chosen !== undefined;
  return (
    <>
      <PageHeading
        lead={t("lead")}
        actions={
          mayChange && (
            <Button icon={Plus} variant="primary" onClick={() => void navigate(`${dealsPath}/add`)}>
              {t("add")}
            </Button>
          )
        }
      >
        {total === undefined || isFiltered ? t("title") : t("heading", { count: total, number: formatNumber(total) })}
      </PageHeading>
      <ListFilters state={state} label={t("search")}>
        <ChoiceFilter
          label={t("column.state")}
          any={t("all")}
          options={dealStates.map((value) => ({ value, label: t(`state.${value}`) }))}
          value={chosen}
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
          errorTitle={t("listFailed")}
          empty={
            <EmptyState title={t(isFiltered ? "noMatch" : "none")}>
              {t(isFiltered ? "noMatchText" : mayChange ? "noneText" : "noneToRead")}
            </EmptyState>
          }
        />
      </Card>
      {dialog}
    </>
  );
}
