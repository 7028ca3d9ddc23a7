import type { DealRecord } from "@litfass/contract/supply/deals";
import { Pencil, Play, Power } from "lucide-react";
import { useMemo } from "react";
import { Link, useNavigate } from "react-router";
import type { CallResult } from "../../../api/api.ts";
import { formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Menu } from "../../../ui/overlays/menu.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import { amountsText, DealStateLabel, useDealTexts } from "./deal-texts.tsx";
import styles from "./deals.module.css";
import { dealsPath } from "./reads.ts";

export type ListedDeal = CallResult<"listDeals">["data"][number];
type Actions = { end: (deal: DealRecord) => void; resume: (deal: DealRecord) => void };

/** The columns of the list of deals; without `actions` for readers. */
export function useDealColumns(actions: Actions | null): Column<ListedDeal>[] {
  const { t } = useTranslation("deals");
  const navigate = useNavigate();
  const { sourceOf, priceOf, periodOf } = useDealTexts();
  return useMemo((): Column<ListedDeal>[] => {
    const columns: Column<ListedDeal>[] = [
      {
        id: "name",
        header: t("column.name"),
        sortable: true,
        narrow: "title",
        cell: ({ id, name, deal_id }) => (
          <>
            <Link to={`${dealsPath}/${id}`}>{name}</Link>
            <span className={styles.detail}>{deal_id}</span>
          </>
        ),
      },
      { id: "state", header: t("column.state"), cell: ({ state }) => <DealStateLabel state={state} /> },
      { id: "exchange", header: t("column.exchange"), sortable: true, cell: sourceOf },
      { id: "price", header: t("column.price"), sortable: true, cell: priceOf },
      { id: "end_on", header: t("column.period"), sortable: true, cell: periodOf },
      {
        id: "impressions",
        header: t("column.impressions"),
        align: "right",
        cell: ({ figures }) => formatNumber(figures.impressions),
      },
      { id: "spend", header: t("column.spend"), align: "right", cell: ({ figures }) => amountsText(figures.spend) },
      {
        id: "media_cost",
        header: t("column.media_cost"),
        align: "right",
        cell: ({ figures }) => amountsText(figures.media_cost),
      },
    ];
    if (actions === null) return columns;
    const menu = (deal: ListedDeal) => (
      <Menu
        label={t("actionsFor", { name: deal.name })}
        entries={[
          { label: t("action.edit"), icon: Pencil, onSelect: () => void navigate(`${dealsPath}/${deal.id}/edit`) },
          deal.status === "active"
            ? { label: t("action.end"), icon: Power, danger: true, apart: true, onSelect: () => actions.end(deal) }
            : { label: t("action.resume"), icon: Play, apart: true, onSelect: () => actions.resume(deal) },
        ]}
      />
    );
    return [
      ...columns,
      { id: "actions", header: t("column.actions"), headerHidden: true, width: 52, narrow: "corner", cell: menu },
    ];
  }, [t, navigate, actions, sourceOf, priceOf, periodOf]);
}
