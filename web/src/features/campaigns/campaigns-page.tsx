import { type Campaign, campaignSorts, campaignStatuses } from "@litfass/contract/campaigns/campaigns";
import { maxCounted } from "@litfass/contract/kernel/max-counted";
import type { Role } from "@litfass/contract/kernel/roles";
import { Plus, Search } from "lucide-react";
import { useState } from "react";
import { CustomerFilter } from "../../api/customer-filter.tsx";
import { useSignedInUser } from "../../api/session.ts";
import { useCall } from "../../api/use-call.ts";
import { useCustomerChoice } from "../../api/use-customer-choice.ts";
import { formatNumber, formatTotal } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
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
import { useCampaignRows } from "./use-campaign-rows.ts";

/** The tab of running campaigns that are behind their plan or rejected. */
const attention = "attention";
/** Roles that see campaigns of several customers. */
const seesOthers: readonly Role[] = ["super_admin", "admin", "tech_admin", "sales"];
const isStatus = (value: string | null): value is Campaign["status"] => campaignStatuses.some((each) => each === value);

/** The campaign list with state, cost and actions (ROUTE-032). */
export function CampaignsPage() {
  const { t } = useTranslation("campaigns");
  const state = useTableState();
  const [params, change] = useQueryParams();
  const [text, setText] = useState(state.search);
  const chosen = params.get("status");
  const status = isStatus(chosen) ? chosen : undefined;
  const needsYou = chosen === attention;
  const [owner, setOwner] = useCustomerChoice("owner");
  const showsOwner = seesOthers.includes(useSignedInUser().user_role);
  const list = useCall(
    "listCampaigns",
    {
      query: {
        ...listQuery(state, campaignSorts),
        status,
        owner,
        ...(needsYou && { attention: "true" as const }),
      },
    },
    { keep: true, everyMs: 10_000 },
  );
  const rows = useCampaignRows(list);
  const columns = useCampaignColumns("/campaigns", showsOwner);
  const counts = useCall("countCampaigns", { query: { owner } }, { everyMs: 10_000, keep: true });
  const waiting = useCall(
    "listCampaigns",
    { query: { owner, attention: "true", per_page: 1 } },
    { everyMs: 60_000, keep: true },
  );
  const needing = waiting.data?.meta.total;
  const total = counts.data ? Object.values(counts.data).reduce((sum, each) => sum + each, 0) : 0;
  const listed = Math.min(maxCounted, total - (counts.data?.ARCHIVED ?? 0));
  const running = counts.data?.ACTIVE ?? 0;

  const chooseStatus = (value: string) =>
    change({ page: null, status: value === "all" ? null : value }, { push: true });

  const headingOf = (active: number, behind: number): string => {
    const runs = t("running", { count: active, number: formatTotal(active) });
    return behind === 0 ? runs : `${runs} ${t("needing", { count: behind, number: formatNumber(behind) })}`;
  };

  return (
    <>
      <PageHeading
        placeholder={(!counts.data || needing === undefined) && headingOf(2, 0)}
        actions={
          <ButtonLink to="/campaigns/create" variant="primary" icon={Plus}>
            {t("new")}
          </ButtonLink>
        }
      >
        {counts.data && needing !== undefined ? headingOf(running, needing) : t("title")}
      </PageHeading>
      <Tabs
        label={t("tabs.label")}
        value={needsYou ? attention : (status ?? "all")}
        onChange={chooseStatus}
        tabs={[
          { value: "all", label: t("tabs.all"), ...(counts.data && { count: formatTotal(listed) }) },
          { value: attention, label: t("tabs.attention"), ...(needing !== undefined && { count: needing }) },
          ...campaignStatuses.map((each) => ({
            value: each,
            label: t(`tabs.${each}`),
            ...(counts.data && { count: formatTotal(counts.data[each] ?? 0) }),
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
          {showsOwner && <CustomerFilter of="campaigns" value={owner} onChange={setOwner} />}
        </form>
      </search>
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
            needsYou ? (
              <EmptyState title={t("none.attention")}>{t("none.attentionText")}</EmptyState>
            ) : (
              <NoCampaigns filtered={state.search !== "" || status !== undefined || owner !== undefined} />
            )
          }
        />
      </Card>
      {rows.data && rows.data.data.length > 0 && (
        <p className={styles.legend}>
          <i aria-hidden="true" />
          {t("planned")}
        </p>
      )}
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
