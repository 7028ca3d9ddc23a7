import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import type { CampaignOverview } from "@litfass/contract/reporting/campaign-overview";
import { Link } from "react-router";
import { formatAmount, formatDate, formatMoney, formatNumber, formatPercent } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Sparkline } from "../../ui/charts/small-columns.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Meter } from "../../ui/feedback/meter.tsx";
import { State } from "../../ui/feedback/state.tsx";
import { todayOn } from "../../ui/inputs/date-range.ts";
import type { Column } from "../../ui/tables/data-table.tsx";
import { BannerThumbnail } from "./banner-thumbnail.tsx";
import { CampaignActions } from "./campaign-actions.tsx";
import styles from "./campaigns-page.module.css";
import { daysLeft } from "./days-left.ts";
import { shapes } from "./report/report-state.ts";
import { type Fix, useReportTexts } from "./report/use-report-text.ts";

export type CampaignListRow = { campaign: Campaign; overview: CampaignOverview | undefined };

/** The columns of the campaign list; a name leads to the campaign's page below `base`. */
export function useCampaignColumns(base = "/campaigns", showsOwner = false): Column<CampaignListRow>[] {
  const { t } = useTranslation("campaigns");
  const { t: tConversions } = useTranslation("conversions");
  const textsOf = useReportTexts();
  const shown = (overview: CampaignOverview | undefined, figure: (of: CampaignOverview) => string) =>
    overview ? (overview.impressions === 0 ? "–" : figure(overview)) : "";
  return [
    {
      id: "name",
      header: t("column.name"),
      sortable: true,
      orders: showsOwner ? [{ id: "owner_name", header: t("column.owner"), belowWide: true }] : [],
      narrow: "title",
      cell: ({ campaign }) => (
        <span className={styles.named}>
          <BannerThumbnail campaign={campaign} />
          <span>
            <Link className={styles.name} to={`${base}/${campaign.id}/report`}>
              {campaign.name}
            </Link>
            {showsOwner && <span className={styles.owner}>{campaign.owner_name}</span>}
            <span className={styles.under}>{t(`type.${campaign.type}`)}</span>
            <span className={classNames(styles.under, styles.period)}>
              {campaign.start_on && campaign.end_on
                ? `${formatDate(campaign.start_on)} – ${formatDate(campaign.end_on)}`
                : t("noPeriod")}
            </span>
            <EndsSoon campaign={campaign} base={base} />
          </span>
        </span>
      ),
    },
    ...(showsOwner
      ? [
          {
            id: "owner_name",
            header: t("column.owner"),
            sortable: true,
            narrow: "wide" as const,
            cell: ({ campaign }: CampaignListRow) => campaign.owner_name || "–",
          },
        ]
      : []),
    {
      id: "status",
      header: t("column.delivery"),
      sortable: true,
      narrow: "bare",
      cell: ({ campaign, overview }) => {
        const { state, label, detail, fix } = textsOf(campaign, overview);
        return (
          <span className={styles.delivery}>
            <State shape={shapes[state]} detail={detail}>
              {label}
            </State>
            <FixLink campaignId={campaign.id} fix={fix} base={base} />
          </span>
        );
      },
    },
    {
      id: "spend",
      header: t("column.budget"),
      sortable: true,
      descending: true,
      orders: [{ id: "total_budget", header: t("column.total"), descending: true }],
      narrow: "bare",
      cell: (row) => <Money {...row} />,
    },
    {
      id: "impressions",
      header: t("column.impressions"),
      align: "right",
      sortable: true,
      descending: true,
      narrow: "hidden",
      cell: ({ campaign, overview }) =>
        overview && (
          <span className={styles.counted}>
            {formatNumber(overview.impressions)}
            {overview.impressions > 0 && (
              <Sparkline
                label={t("daysOf", { name: campaign.name })}
                values={overview.days.map((day) => day.impressions)}
                faded={campaign.status !== "ACTIVE"}
              />
            )}
          </span>
        ),
    },
    {
      id: "visibility",
      header: t("column.visibility"),
      align: "right",
      narrow: "hidden",
      cell: ({ overview }) => shown(overview, viewability),
    },
    {
      id: "ctr",
      header: t("column.ctr"),
      align: "right",
      narrow: "hidden",
      sortable: true,
      descending: true,
      orders: [{ id: "clicks", header: t("column.clicks"), descending: true }],
      cell: ({ overview }) => (
        <>
          {shown(overview, (of) => formatPercent(of.ctr / 100, 2))}
          {overview && overview.impressions > 0 && (
            <span className={styles.under}>
              {t("clicks", { count: overview.clicks, number: formatNumber(overview.clicks) })}
            </span>
          )}
          {overview && overview.conversions !== null && (
            <span className={classNames(styles.under, styles.conversions)}>
              {tConversions("count", { count: overview.conversions, number: formatNumber(overview.conversions) })}
            </span>
          )}
        </>
      ),
    },
    {
      id: "actions",
      header: t("column.actions"),
      headerHidden: true,
      narrow: "corner",
      cell: ({ campaign }) => <CampaignActions campaign={campaign} base={base} />,
    },
  ];
}

/**
 * The link that changes a campaign's health. Whether a wider audience helps is a forecast, which the campaign's page asks
 * for; one for each row would be too many.
 */
function FixLink({ campaignId, fix, base }: { campaignId: number; fix: Fix | null; base: string }) {
  const { t } = useTranslation("campaign-report");
  if (!fix) return null;
  return (
    <Link className={styles.fix} to={`${base}/${campaignId}${fix.widens ? "/report#help" : fix.search}`}>
      {fix.widens ? t("fix.help") : fix.label}
    </Link>
  );
}

/** The remaining days of a running campaign near its end, with a link to extend it. */
function EndsSoon({ campaign, base }: { campaign: Campaign; base: string }) {
  const { t } = useTranslation("campaigns");
  const left = daysLeft(campaign, todayOn());
  if (left === null) return null;
  return (
    <span className={styles.under}>
      {t("nearEnd.left", { count: left })}{" "}
      <Link to={`${base}/${campaign.id}/report?change=budget`}>{t("nearEnd.extend")}</Link>
    </span>
  );
}

/** The spent part of the budget, with a tick for the plan; on a phone also the figures. */
function Money({ campaign, overview }: CampaignListRow) {
  const { t } = useTranslation("campaigns");
  if (!campaign.total_budget) return <span className={styles.of}>{t("notSet")}</span>;
  const spent = overview?.effective_budget ?? campaign.effective_budget;
  const text = t("of", { spent: formatAmount(spent), budget: formatAmount(campaign.total_budget) });
  const isRunning = campaign.status === "ACTIVE" || campaign.status === "PAUSED";
  return (
    <span className={styles.money}>
      <span>
        {formatMoney(spent, campaign.currency)}{" "}
        <span className={styles.of}>{t("ofBudget", { budget: formatAmount(campaign.total_budget) })}</span>
      </span>
      <Meter
        share={spent / campaign.total_budget}
        tick={overview && isRunning ? overview.planned_budget / campaign.total_budget : undefined}
        faded={campaign.status === "ENDED"}
        label={text}
      />
      {overview && overview.impressions > 0 && (
        <span className={styles.narrowFigures}>
          {t(overview.measured_impressions === 0 ? "figuresUnmeasured" : "figures", {
            count: overview.impressions,
            impressions: formatNumber(overview.impressions),
            visibility: viewability(overview),
            ctr: formatPercent(overview.ctr / 100, 2),
          })}
        </span>
      )}
    </span>
  );
}

/** "–" where nothing was measured. */
const viewability = ({ measured_impressions, visibility_rate }: CampaignOverview): string =>
  measured_impressions === 0 ? "–" : formatPercent(visibility_rate / 100);
