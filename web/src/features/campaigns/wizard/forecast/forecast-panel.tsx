import type { Campaign, WizardStep } from "@litfass/contract/campaigns/campaigns";
import type { Forecast, ForecastRange } from "@litfass/contract/campaigns/forecast";
import { impressionsFor, minorOfAmount } from "@litfass/contract/kernel/money";
import { type ReactNode, useRef } from "react";
import { formatAbout, formatMoney, formatNumber } from "../../../../i18n/format.ts";
import { useTranslation } from "../../../../i18n/use-translation.ts";
import { BarList } from "../../../../ui/charts/bar-list.tsx";
import { ErrorState } from "../../../../ui/feedback/error-state.tsx";
import { Meter } from "../../../../ui/feedback/meter.tsx";
import { Note } from "../../../../ui/feedback/note.tsx";
import { Skeleton } from "../../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../../ui/layout/card.tsx";
import text from "../../../../ui/layout/text.module.css";
import { BudgetCurve } from "../budget-curve.tsx";
import { NothingNote } from "../nothing-note.tsx";
import type { Draft } from "../use-draft.ts";
import styles from "../wizard.module.css";
import { ForecastBar } from "./forecast-bar.tsx";
import { forecastSpan } from "./forecast-span.ts";
import { causeOfNothing, shareOf, tightShare } from "./forecast-verdict.ts";
import { useForecast } from "./use-forecast.ts";

/** Settings that can include visitors with unknown values. */
const withUnknown = { ages: "age_ranges", parental: "parental_statuses", incomes: "household_incomes" } as const;

type ForecastPanelProps = { draft: Pick<Draft, "campaign" | "change">; onGo: (step: WizardStep) => void };

/** The forecast for the current settings, next to every step, updated while typing (FIELD-CAMP-008). */
export function ForecastPanel({ draft: { campaign, change }, onGo }: ForecastPanelProps) {
  const { t } = useTranslation("campaigns");
  const { targeting, total_budget } = campaign;
  const forecast = useForecast(campaign);
  const addUnknown = (setting: string) => {
    const field = withUnknown[setting as keyof typeof withUnknown];
    if (field) change({ targeting: { ...targeting, [field]: [...targeting[field], "unknown"] } });
  };
  const panel = useRef<HTMLElement>(null);
  return (
    <>
      <aside ref={panel} className={styles.forecast} aria-live="polite" aria-label={t("forecast.title")}>
        <Card flush title={t("forecast.title")}>
          {forecast.error && !forecast.data ? (
            <ErrorState title={t("forecast.failed")} error={forecast.error} onRetry={() => void forecast.refetch()} />
          ) : forecast.data ? (
            <Figures
              forecast={forecast.data}
              campaign={campaign}
              onAddUnknown={addUnknown}
              change={change}
              onGo={onGo}
            />
          ) : (
            <div className={styles.row}>
              <Skeleton height={200} />
            </div>
          )}
        </Card>
      </aside>
      {forecast.data && <ForecastBar forecast={forecast.data} hasBudget={Boolean(total_budget)} panel={panel} />}
    </>
  );
}

/** An estimate is exact where rounding it would promise more than the budget buys. */
const formatUpTo = (value: number, bought: number): string =>
  Number(value.toPrecision(3)) > bought ? formatNumber(value) : formatAbout(value);

type FiguresProps = {
  forecast: Forecast;
  campaign: Campaign;
  onAddUnknown: (setting: string) => void;
  change: Draft["change"];
  onGo: (step: WizardStep) => void;
};

function Figures({ forecast, campaign, onAddUnknown, change, onGo }: FiguresProps) {
  const { t } = useTranslation("campaigns");
  const { sample, days, available, impressions, reach, viewable_rate, cpm, curve, currency } = forecast;
  const span = (range: ForecastRange, format: (value: number) => string) => forecastSpan(t, range, format);
  const budget = campaign.total_budget ?? 0;
  const bought = impressionsFor(minorOfAmount(budget), minorOfAmount(cpm.high));
  const nothing = causeOfNothing(forecast);
  const share = budget > 0 ? shareOf(bought, available) : null;
  return (
    <>
      <p className={`${styles.row} ${styles.caption}`}>
        {t("forecast.basis", { requests: formatNumber(sample.requests), count: days })}
      </p>
      {nothing && (
        <div className={styles.row}>
          <NothingNote cause={nothing} campaign={campaign} change={change} onGo={onGo} />
        </div>
      )}
      {sample.matched < sample.precise_from && !nothing && (
        <div className={styles.row}>
          <Note tone="warn">
            {t("forecast.small", {
              matched: formatNumber(sample.matched),
              requests: formatNumber(sample.requests),
            })}
          </Note>
        </div>
      )}
      {available && <Row label={t("forecast.available")}>{span(available, formatAbout)}</Row>}
      <Row
        label={t("forecast.impressions")}
        note={
          nothing
            ? undefined
            : budget > 0
              ? t("forecast.for", { amount: formatMoney(budget, currency), impressions: formatNumber(bought) })
              : t("buys.empty")
        }
      >
        {budget === 0
          ? "–"
          : nothing
            ? formatNumber(0)
            : impressions
              ? span(impressions, (value) => formatUpTo(value, bought))
              : formatNumber(bought)}
      </Row>
      {share !== null && <Use share={share} />}
      {reach && (
        <div className={`${styles.row} ${styles.pair}`}>
          <Small label={t("forecast.reach")}>{span(reach, formatAbout)}</Small>
          {viewable_rate && <Small label={t("forecast.viewable")}>{span(viewable_rate, (value) => `${value}%`)}</Small>}
        </div>
      )}
      <div className={styles.row}>
        <Small label={t("forecast.cpm")}>{span(cpm, (value) => formatMoney(value, currency))}</Small>
      </div>
      {curve.some(({ impressions: each }) => each.high > 0) && (
        <div className={styles.row}>
          <BudgetCurve curve={curve} budget={budget} currency={currency} />
        </div>
      )}
      {forecast.funnel.length > 0 && (
        <div className={styles.row}>
          <span className={text.label}>{t("forecast.funnel")}</span>
          <BarList
            format={formatAbout}
            rows={forecast.funnel.map(({ setting, per_day }) => ({
              id: setting,
              name: t(`setting.${setting}`),
              value: per_day,
            }))}
          />
        </div>
      )}
      {!nothing && (
        <Narrowest forecast={forecast} isTight={share !== null && share > tightShare} onAddUnknown={onAddUnknown} />
      )}
    </>
  );
}

/** The share of the available impressions that the budget buys. */
function Use({ share }: { share: number }) {
  const { t } = useTranslation("campaigns");
  const percent = Math.round(share * 100);
  const key = share > 1 ? "forecast.tooMuch" : share > tightShare ? "forecast.tight" : "forecast.enough";
  const label = t(key, { percent: percent < 1 ? "<1" : formatNumber(percent) });
  return (
    <div className={styles.row}>
      <Meter share={Math.min(1, share)} label={label} />
      <span className={styles.caption}>{label}</span>
    </div>
  );
}

type NarrowestProps = Pick<FiguresProps, "forecast" | "onAddUnknown"> & {
  /** The budget needs most of what is left, so that what a setting removes is missing. */
  isTight: boolean;
};

function Narrowest({ forecast, isTight, onAddUnknown }: NarrowestProps) {
  const { t } = useTranslation("campaigns");
  // Restricting places and buying through deals are intended, so they are not reported.
  const [first] = forecast.narrowest.filter(({ setting }) => setting !== "places" && setting !== "deals");
  // Without known traffic nothing is gained, so there is nothing to advise.
  if (!first || first.removes_percent < 20 || first.gains_per_day === 0) return null;
  const unknown = first.unknown_gains_per_day ?? 0;
  return (
    <div className={styles.row}>
      <Note tone={isTight && first.removes_percent >= 50 ? "warn" : "info"}>
        <strong>{t("forecast.narrowest", { setting: t(`setting.${first.setting}`) })}</strong>{" "}
        {t("forecast.removes", { percent: first.removes_percent, gain: formatAbout(first.gains_per_day) })}
        {unknown > 0 && (
          <>
            {" "}
            {t("forecast.unknown", { gain: formatAbout(unknown) })}{" "}
            <button type="button" className={styles.fixLink} onClick={() => onAddUnknown(first.setting)}>
              {t("forecast.addUnknown")}
            </button>
          </>
        )}
      </Note>
    </div>
  );
}

function Row({ label, note, children }: { label: string; note?: string | undefined; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <span className={text.label}>{label}</span>
      <span className={text.figure}>{children}</span>
      {note && <span className={styles.caption}>{note}</span>}
    </div>
  );
}

function Small({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <span className={text.label}>{label}</span>
      <div className={text.heading}>{children}</div>
    </div>
  );
}
