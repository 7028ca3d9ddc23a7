import type { CampaignHistoryEntry } from "@litfass/contract/campaigns/campaign-history";
import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import { useState } from "react";
import { useCall } from "../../../api/use-call.ts";
import { formatDateTime, formatNumber, formatPercent, formatTime } from "../../../i18n/format.ts";
import { hasText } from "../../../i18n/has-text.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import text from "../../../ui/layout/text.module.css";
import { actionOf, ChangedFields, fieldKey } from "../history/changed-fields.tsx";
import { UndoButton } from "../history/undo-button.tsx";
import styles from "./report.module.css";
import { type AdjustedHour, timelineOf } from "./timeline.ts";

const perPage = 8;
const maxEntries = 50;
const minutes = 240;
const pollMs = 30_000;

/** Changes by people and automatic adjustments in plain text, newest first. */
export function TimelinePanel({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation("campaign-report");
  const [shown, setShown] = useState(perPage);
  const isStarted = campaign.activated_at !== null;
  const history = useCall(
    "listCampaignChanges",
    { params: { userCampaign: campaign.id }, query: { page: 1, per_page: maxEntries } },
    { keep: true, everyMs: pollMs },
  );
  const adjustments = useCall(
    "listCampaignAdjustments",
    { params: { campaign: String(campaign.id) }, query: { limit: minutes } },
    { keep: true, everyMs: pollMs, enabled: isStarted },
  );
  const isLoaded = history.data && (adjustments.data || adjustments.error || !isStarted);
  const entries = timelineOf(history.data?.data ?? [], adjustments.data?.data ?? []);
  return (
    <Card flush title={t("timeline.title")}>
      {history.error && !history.data ? (
        <ErrorState title={t("timeline.failed")} error={history.error} onRetry={() => void history.refetch()} />
      ) : !isLoaded ? (
        <SkeletonRows rows={5} />
      ) : entries.length === 0 ? (
        <p className={styles.inset}>{t("timeline.none")}</p>
      ) : (
        <ol className={styles.timeline}>
          {entries.slice(0, shown).map((each) => (
            <li key={each.id}>
              <time dateTime={each.at} className={text.secondary}>
                {formatDateTime(each.at)}
              </time>
              {each.kind === "changed" ? <Change entry={each.entry} campaign={campaign} /> : <Adjusted hour={each} />}
            </li>
          ))}
        </ol>
      )}
      {isLoaded && entries.length > shown && (
        <div className={styles.inset}>
          <Button small onClick={() => setShown(shown + perPage)}>
            {t("timeline.more")}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Change({ entry, campaign }: { entry: CampaignHistoryEntry; campaign: Campaign }) {
  const { t } = useTranslation("campaign-report");
  const { t: tCampaigns } = useTranslation("campaigns");
  const names = entry.fields.map(({ field }) => {
    const key = fieldKey(field);
    return hasText(key, "campaigns") ? tCampaigns(key) : field;
  });
  const status = entry.action === "status" ? entry.fields.find(({ field }) => field === "status")?.after : null;
  const action = status === "PAUSED" ? "paused" : status === "ACTIVE" ? "resumed" : entry.action;
  const hasValues = ["changed", "copied", "from_template"].includes(entry.action) || actionOf(entry) === "content";
  return (
    <div>
      <strong>{t(`timeline.action.${action}`, { fields: names.join(", ") })}</strong>
      <small className={text.secondary}>{entry.by?.name || t("timeline.platform")}</small>
      {hasValues && <ChangedFields entry={entry} campaign={campaign} />}
      <UndoButton campaign={campaign} entry={entry} />
    </div>
  );
}

const rate = (percent: number): string => formatPercent(percent / 100, 0);

/** The net change of an hour in a sentence. */
function Adjusted({ hour }: { hour: AdjustedHour }) {
  const { t } = useTranslation("campaign-report");
  const { participation, price, adjustments } = hour;
  const bids = { before: rate(participation.before), after: rate(participation.after) };
  const prices = { before: rate(price.before), after: rate(price.after) };
  const direction =
    bids.before === bids.after ? "steady" : participation.after > participation.before ? "more_bids" : "fewer_bids";
  return (
    <div>
      <span>{t(`timeline.${direction}`, bids)}</span>
      {prices.before !== prices.after && (
        <span>{t(price.after > price.before ? "timeline.price_up" : "timeline.price_down", prices)}</span>
      )}
      <small className={text.secondary}>
        {t("timeline.times", {
          count: adjustments,
          number: formatNumber(adjustments),
          from: formatTime(hour.from),
          to: formatTime(hour.at),
        })}
      </small>
    </div>
  );
}
