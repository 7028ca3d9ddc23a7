import type { SiteRule } from "@litfass/contract/targeting/site-rules";
import { Ban, Check, RotateCcw, ShieldCheck } from "lucide-react";
import { Fragment, useMemo, useState } from "react";
import { mayCall } from "../../../api/may-call.ts";
import { useUser } from "../../../api/session.ts";
import { useCall } from "../../../api/use-call.ts";
import { formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { IconButton } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { Menu, type MenuEntry } from "../../../ui/overlays/menu.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import { ListTable } from "../../../ui/tables/list-table.tsx";
import { useTableState } from "../../../ui/tables/use-table-state.ts";
import styles from "../dashboard.module.css";
import { ExportMenu } from "../export-menu.tsx";
import { formatRate, formatViewability } from "../rates.ts";
import { type DashboardFilter, queryOf } from "../use-filter.ts";
import { conversionsColumn, type MetricRow, measuresConversions, number } from "./campaign-panel.tsx";
import { useRuleChange, useSiteRules } from "./use-site-rules.ts";
import { VerdictState, worstOf } from "./verdict-state.tsx";

const SellersDialog = lazyPart(async () => (await import("./sellers-dialog.tsx")).SellersDialog);
const SiteRuleDialog = lazyPart(async () => (await import("./site-rule-dialog.tsx")).SiteRuleDialog);
const sorts = ["text", "impressions", "ctr", "visibility_rate"] as const;
const isSort = (value: string | null): value is (typeof sorts)[number] => sorts.some((each) => each === value);

type Open = { site: string; rule: Exclude<SiteRule, "none"> } | { sellersOf: string | null };

/** Impressions by site and app (UI-DASH-004), which can be allowed and blocked here. */
export function SitePanel({ filter }: { filter: DashboardFilter }) {
  const { t } = useTranslation("reporting");
  const user = useUser();
  const [open, setOpen] = useState<Open | null>(null);
  const state = useTableState({ perPage: 10, sort: "impressions", direction: "desc", prefix: "s_" });
  const list = useCall(
    "listStatisticsTable",
    {
      query: {
        ...queryOf(filter),
        group_by: "url",
        page: state.page,
        per_page: state.perPage,
        sort: isSort(state.sort) ? state.sort : undefined,
        direction: state.direction,
      },
    },
    { keep: true, everyMs: filter.refreshMs },
  );
  const sites = (list.data?.data ?? []).map(({ key }) => key).filter((key) => key !== "");
  const isStaff = mayCall(user, "listSellers");
  const sellers = useCall(
    "listSellers",
    { query: { sites, per_page: 100 } },
    { enabled: isStaff && sites.length > 0, keep: true },
  );
  const { canRule, canAllow, hasWhitelist, ruleOf } = useSiteRules(filter.campaignId, sites);
  const { set } = useRuleChange();

  function entriesFor(site: string): MenuEntry[] {
    const rule = ruleOf(site);
    const { campaignId } = filter;
    const choose = (to: Exclude<SiteRule, "none">, asks: boolean) => () =>
      campaignId === null || asks ? setOpen({ site, rule: to }) : void set(campaignId, site, to);
    const isOpen = canRule && (canAllow || rule !== "allow");
    return [
      ...(isOpen && canAllow && rule !== "allow"
        ? [{ label: t("rule.allow"), icon: Check, onSelect: choose("allow", !hasWhitelist) }]
        : []),
      ...(isOpen && rule !== "block" ? [{ label: t("rule.block"), icon: Ban, onSelect: choose("block", false) }] : []),
      ...(isOpen && rule !== "none" && campaignId !== null
        ? [{ label: t(`rule.remove.${rule}`), icon: RotateCcw, onSelect: () => void set(campaignId, site, "none") }]
        : []),
      ...(isStaff
        ? [{ label: t("seller.see"), icon: ShieldCheck, apart: canRule, onSelect: () => setOpen({ sellersOf: site }) }]
        : []),
    ];
  }

  const verdictOf = useMemo(() => {
    const found = sellers.data?.data ?? [];
    return (site: string) => worstOf(found.filter((each) => each.site === site).map(({ verdict }) => verdict));
  }, [sellers.data]);
  const columns: Column<MetricRow>[] = [
    {
      id: "text",
      header: t("column.site"),
      sortable: true,
      narrow: "title",
      cell: (row) => {
        const verdict = isStaff ? verdictOf(row.key) : undefined;
        const rule = ruleOf(row.key);
        return (
          <>
            <SiteName site={row.text || t("unknownSite")} />{" "}
            {row.site_kind === "app" && (
              <small className={styles.app}>
                {t("app")}
                {row.text !== row.key && (
                  <>
                    , <SiteName site={row.key} />
                  </>
                )}
              </small>
            )}
            {rule !== "none" && <small className={styles.app}>{t(`rule.is.${rule}`)}</small>}
            {verdict && (
              <small className={styles.verdict}>
                <VerdictState verdict={verdict} />
              </small>
            )}
          </>
        );
      },
    },
    number("impressions", t("column.impressions"), (row) => formatNumber(row.impressions)),
    number("visibility_rate", t("column.visibility"), (row) => formatViewability(row)),
    number("ctr", t("column.ctr"), (row) => formatRate(row.ctr, 2)),
    ...(measuresConversions(list.data?.data) ? [conversionsColumn(t("column.conversions"))] : []),
    ...(canRule || isStaff
      ? [
          {
            id: "menu",
            width: 60,
            header: t("rule.menu"),
            headerHidden: true,
            narrow: "corner" as const,
            align: "right" as const,
            cell: (row: MetricRow) =>
              row.key !== "" && <Menu label={t("rule.menuOf", { site: row.text })} entries={entriesFor(row.key)} />,
          },
        ]
      : []),
  ];
  return (
    <Card
      flush
      title={t("panel.sites")}
      aside={
        <span className={styles.asides}>
          {isStaff && (
            <IconButton icon={ShieldCheck} label={t("seller.title")} onClick={() => setOpen({ sellersOf: null })} />
          )}
          <ExportMenu filter={filter} groupBy="url" of={t("panel.sites")} />
        </span>
      }
    >
      <ListTable
        caption={t("panel.sites")}
        columns={columns}
        list={list}
        errorTitle={t("failed")}
        rowKey={(row) => `${row.site_kind}:${row.key}`}
        state={state}
        pageSizes={[10, 25, 50]}
        empty={<EmptyState title={t("none.yet")}>{t("none.yetText")}</EmptyState>}
      />
      {open !== null && "rule" in open && <SiteRuleDialog filter={filter} {...open} onClose={() => setOpen(null)} />}
      {open !== null && "sellersOf" in open && <SellersDialog site={open.sellersOf} onClose={() => setOpen(null)} />}
    </Card>
  );
}

/** Longer parts of an address may break anywhere. */
const maxUnbrokenChars = 24;

/** An address that may break before its dots, so that it stays readable next to figures. */
function SiteName({ site }: { site: string }) {
  const parts = site.split(/(?=\.)/);
  return (
    <span className={classNames(parts.some(({ length }) => length > maxUnbrokenChars) && styles.longSite)}>
      {parts.map((part, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
