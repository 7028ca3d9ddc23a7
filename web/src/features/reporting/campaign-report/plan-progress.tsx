import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import type { CampaignOverview } from "@litfass/contract/reporting/campaign-overview";
import { Link, useSearchParams } from "react-router";
import { formatMoney } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Meter } from "../../../ui/feedback/meter.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import styles from "./campaign-panels.module.css";

/** Each day stays within this part of its even share. */
export const planTolerance = 0.1;

type PlanProgressProps = { campaign: Campaign; overview: CampaignOverview; today: string };

/** The spent budget, and the spend by now with even spending, within 10%. */
export function PlanProgress({ campaign, overview, today }: PlanProgressProps) {
  const { t } = useTranslation("campaign-report");
  const [params] = useSearchParams();
  const asked = new URLSearchParams(params);
  asked.set("change", "budget");
  const { budget, effective_budget, planned_budget, currency, daily_share } = overview;
  const money = (minor: number) => formatMoney(minor, currency);
  const planned = budget === 0 ? 0 : planned_budget / budget;
  const isOver = campaign.status === "ENDED" || (campaign.end_on !== null && campaign.end_on < today);
  return (
    <Card
      title={t("plan.title")}
      aside={
        isOver ? undefined : (
          // The page opens the dialog that this address names.
          <Link to={{ search: asked.toString() }}>{t("plan.change")}</Link>
        )
      }
    >
      <div className={styles.plan}>
        <Meter
          tall
          share={budget === 0 ? 0 : effective_budget / budget}
          tick={isOver ? undefined : planned}
          band={isOver ? undefined : [planned * (1 - planTolerance), Math.min(1, planned * (1 + planTolerance))]}
          faded={isOver}
          label={t("plan.bar", {
            used: money(effective_budget),
            budget: money(budget),
            planned: money(planned_budget),
          })}
        />
        <div className={styles.planTexts}>
          <strong>{t("plan.used", { used: money(effective_budget), budget: money(budget) })}</strong>
          <span>{isOver ? t("plan.over") : t("plan.now", { amount: money(planned_budget) })}</span>
          {daily_share !== null && <span>{t("plan.share", { amount: money(daily_share) })}</span>}
        </div>
      </div>
    </Card>
  );
}
