import { type CreativeRegistration, registrationStatuses } from "@litfass/contract/supply/creative-registrations";
import { RotateCw } from "lucide-react";
import { useMemo } from "react";
import { Link } from "react-router";
import { problemText } from "../../api/api-error.ts";
import { useCall, useChange } from "../../api/use-call.ts";
import { formatDateTime, formatNumber } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { State, type StateShape } from "../../ui/feedback/state.tsx";
import { useChoice } from "../../ui/inputs/use-choice.ts";
import { Card } from "../../ui/layout/card.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { ChoiceFilter, ListFilters } from "../../ui/tables/list-filters.tsx";
import { ListTable } from "../../ui/tables/list-table.tsx";
import { listQuery, useTableState } from "../../ui/tables/use-table-state.ts";

const sorts = ["changed_at"] as const;
const shapes: Record<CreativeRegistration["status"], StateShape> = {
  waiting: "draft",
  submitted: "waiting",
  approved: "on",
  rejected: "rejected",
  failed: "limited",
};

/** The banners at an exchange that reviews each of them, with what it says. */
export function RegisteredCreatives({ exchange }: { exchange: string }) {
  const { t } = useTranslation("supply");
  const state = useTableState();
  const [chosen, choose] = useChoice("status", registrationStatuses);
  const list = useCall(
    "listCreativeRegistrations",
    { params: { exchange }, query: { ...listQuery(state, sorts), direction: "desc", status: chosen } },
    { keep: true, everyMs: 30_000 },
  );
  const columns = useColumns(exchange);
  const counts = list.data?.counts;
  return (
    <Card title={t("creatives.title")}>
      <Stack>
        <p>{t("creatives.lead")}</p>
        <ListFilters state={state} label={t("creatives.search")}>
          <ChoiceFilter
            label={t("creatives.column.status")}
            any={t("creatives.all")}
            options={registrationStatuses.map((value) => ({
              value,
              label: counts
                ? t("creatives.counted", {
                    status: t(`creatives.status.${value}`),
                    number: formatNumber(counts[value]),
                  })
                : t(`creatives.status.${value}`),
            }))}
            value={chosen}
            onChange={choose}
          />
        </ListFilters>
        <ListTable
          caption={t("creatives.title")}
          columns={columns}
          list={list}
          rowKey={(row) => row.creative_id}
          state={state}
          errorTitle={t("creatives.failed")}
          empty={<EmptyState title={t("creatives.none")}>{t("creatives.noneText")}</EmptyState>}
        />
      </Stack>
    </Card>
  );
}

function useColumns(exchange: string) {
  const { t } = useTranslation("supply");
  const resubmit = useChange("retryCreativeRegistration", ["listCreativeRegistrations"]);
  return useMemo((): Column<CreativeRegistration>[] => {
    const submit = async ({ creative_id: creative }: CreativeRegistration) => {
      try {
        await resubmit.mutateAsync({ params: { exchange, creative } });
        showSnackbar(t("creatives.resubmitted"));
      } catch (error) {
        showSnackbar(problemText(error));
      }
    };
    return [
      {
        id: "campaign",
        header: t("creatives.column.campaign"),
        narrow: "title",
        cell: ({ campaign }) => <Link to={`/campaigns/${campaign.id}/report`}>{campaign.name}</Link>,
      },
      {
        id: "owner",
        header: t("creatives.column.owner"),
        cell: ({ campaign }) => campaign.owner_name || "–",
      },
      { id: "size", header: t("creatives.column.size"), cell: ({ width, height }) => `${width}x${height}` },
      {
        id: "status",
        header: t("creatives.column.status"),
        cell: ({ status, reason }) => (
          <State shape={shapes[status]} detail={reason || undefined}>
            {t(`creatives.status.${status}`)}
          </State>
        ),
      },
      {
        id: "foreign_id",
        header: t("creatives.column.foreign_id"),
        cell: ({ foreign_id }) => foreign_id ?? "–",
      },
      {
        id: "changed_at",
        header: t("creatives.column.changed_at"),
        cell: ({ changed_at }) => formatDateTime(changed_at),
      },
      {
        id: "actions",
        header: t("column.actions"),
        headerHidden: true,
        width: 52,
        narrow: "corner",
        cell: (row) =>
          row.status === "rejected" || row.status === "failed" ? (
            <Menu
              label={t("actionsFor", { name: row.campaign.name })}
              entries={[{ label: t("creatives.resubmit"), icon: RotateCw, onSelect: () => void submit(row) }]}
            />
          ) : null,
      },
    ];
  }, [t, exchange, resubmit]);
}
