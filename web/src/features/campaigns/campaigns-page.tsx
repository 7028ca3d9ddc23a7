import { type Campaign, campaignStatuses } from "@litfass/contract/campaigns/campaigns";
import { Plus, Search } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../api/use-call.ts";
import { formatNumber } from "../../i18n/format.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { TextInput } from "../../ui/inputs/text-input.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { ListTable } from "../../ui/tables/list-table.tsx";
import { listQuery, useTableState } from "../../ui/tables/use-table-state.ts";
import { useQueryParams } from "../../ui/use-query-params.ts";
import { useCampaignColumns } from "./campaign-columns.tsx";
import styles from "./campaigns-page.module.css";

const sorts = ["name", "status", "start_on", "end_on", "total_budget", "created_at"] as const;
const isStatus = (value: string | null): value is Campaign["status"] => campaignStatuses.some((each) => each === value);

/** The campaign list with state, cost and actions (ROUTE-032). */
export function CampaignsPage() {
  const { t } = useTranslation("campaigns");
  const state = useTableState();
  const [params, change] = useQueryParams();
  const [text, setText] = useState(state.search);
  const chosen = params.get("status");
  const status = isStatus(chosen) ? chosen : undefined;
  const list = useCall(
    "listCampaigns",
    {
      query: {
        ...listQuery(state, sorts),
        status,
      },
    },
    { keep: true, everyMs: 10_000 },
  );
  const columns = useCampaignColumns();
  const counts = useCall("countCampaigns", undefined, { everyMs: 10_000 });
  const total = counts.data ? Object.values(counts.data).reduce((sum, each) => sum + each, 0) : 0;
  const running = counts.data?.ACTIVE ?? 0;

  const chooseStatus = (value: string) =>
    change({ page: null, status: value === "all" ? null : value }, { push: true });

  return (
    <>
      <PageHeading
        actions={
          <ButtonLink to="/campaigns/create" variant="primary" icon={Plus}>
            {t("new")}
          </ButtonLink>
        }
      >
        {counts.data ? t("running", { count: running, number: formatNumber(running) }) : t("title")}
      </PageHeading>
      <Tabs
        label={t("tabs.label")}
        value={status ?? "all"}
        onChange={chooseStatus}
        tabs={[
          { value: "all", label: t("tabs.all"), ...(counts.data && { count: total - (counts.data.ARCHIVED ?? 0) }) },
          ...campaignStatuses.map((each) => ({
            value: each,
            label: t(`tabs.${each}`),
            ...(counts.data && { count: counts.data[each] ?? 0 }),
          })),
        ]}
      />
      <search>
        <form
          className={styles.filters}
          onSubmit={(event) => {
            event.preventDefault();
            state.set({ search: text.trim() });
          }}
        >
          <TextInput
            label={<span className={styles.hidden}>{t("search")}</span>}
            type="search"
            icon={Search}
            placeholder={t("search")}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              if (event.target.value === "") state.set({ search: "" });
            }}
            onBlur={() => state.set({ search: text.trim() })}
          />
        </form>
      </search>
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
          empty={<NoCampaigns filtered={state.search !== "" || status !== undefined} />}
        />
      </Card>
    </>
  );
}

function NoCampaigns({ filtered }: { filtered: boolean }) {
  const { t } = useTranslation("campaigns");
  if (filtered) return <EmptyState title={t("none.filtered")}>{t("none.filteredText")}</EmptyState>;
  return (
    <EmptyState
      title={t("none.title")}
      action={
        <ButtonLink to="/campaigns/create" variant="primary" icon={Plus}>
          {t("new")}
        </ButtonLink>
      }
    >
      {t("none.text")}
    </EmptyState>
  );
}
