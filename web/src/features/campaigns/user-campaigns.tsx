import { campaignSorts, campaignStatuses } from "@litfass/contract/campaigns/campaigns";
import { useParams } from "react-router";
import { useCall } from "../../api/use-call.ts";
import { formatTotal } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { useChoice } from "../../ui/inputs/use-choice.ts";
import { Card } from "../../ui/layout/card.tsx";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import { ChoiceFilter, ListFilters } from "../../ui/tables/list-filters.tsx";
import { ListTable } from "../../ui/tables/list-table.tsx";
import { listQuery, useTableState } from "../../ui/tables/use-table-state.ts";
import { useCampaignColumns } from "./campaign-columns.tsx";
import { useCampaignRows } from "./use-campaign-rows.ts";

/** The campaigns of one user, for staff (ROUTE-030). */
export function UserCampaigns() {
  const { t } = useTranslation("campaigns");
  const { uid = "" } = useParams();
  const state = useTableState();
  const [status, setStatus] = useChoice("status", campaignStatuses);
  const list = useCall(
    "listUserCampaigns",
    {
      params: { uid },
      query: {
        ...listQuery(state, campaignSorts),
        status,
      },
    },
    { keep: true, everyMs: 10_000 },
  );
  const rows = useCampaignRows(list);
  const columns = useCampaignColumns(`/users/${uid}/campaigns`);
  const filtered = state.search !== "" || status !== undefined;
  const total = list.data?.meta.total ?? 0;

  return (
    <>
      <PageHeading>
        {list.data && !filtered ? t("ofUser.heading", { count: total, number: formatTotal(total) }) : t("title")}
      </PageHeading>
      <ListFilters state={state} label={t("search")}>
        <ChoiceFilter
          label={t("tabs.label")}
          any={t("tabs.all")}
          options={campaignStatuses.map((each) => ({ value: each, label: t(`tabs.${each}`) }))}
          value={status}
          onChange={setStatus}
        />
      </ListFilters>
      <Card flush>
        <ListTable
          caption={t("title")}
          columns={columns}
          list={rows}
          rowKey={(row) => String(row.campaign.id)}
          state={state}
          pageSizes={[15, 25, 50, 100]}
          errorTitle={t("failed")}
          top
          empty={
            <EmptyState title={t(filtered ? "none.filtered" : "ofUser.none")}>
              {t(filtered ? "none.filteredText" : "ofUser.noneText")}
            </EmptyState>
          }
        />
      </Card>
    </>
  );
}
