import type { CampaignHistoryEntry } from "@litfass/contract/campaigns/campaigns";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { formatDate, formatDateTime, formatMoney, languageName } from "../../../i18n/format.ts";
import { hasText } from "../../../i18n/has-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import styles from "./campaign-history.module.css";

const perPage = 10;

/** The changes of a campaign with author and previous values, newest first. */
export function CampaignHistory({ campaignId, currency }: { campaignId: number; currency: string }) {
  const { t } = useTranslation("campaigns");
  const [pages, setPages] = useState(1);
  const history = useCall(
    "listCampaignChanges",
    { params: { userCampaign: campaignId }, query: { page: 1, per_page: pages * perPage } },
    { keep: true, staleMs: 0 },
  );
  const entries = history.data?.data;
  return (
    <Card flush title={t("history.title")} className={styles.card}>
      {history.error && !entries ? (
        <ErrorState title={t("history.failed")} error={history.error} onRetry={() => void history.refetch()} />
      ) : !entries ? (
        <SkeletonRows rows={3} />
      ) : (
        <ol className={styles.entries}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <p className={styles.who}>
                <strong>{t(`history.action.${entry.action}`)}</strong>
                <span>{entry.by?.name || t("history.platform")}</span>
                <time dateTime={entry.at}>{formatDateTime(new Date(entry.at))}</time>
              </p>
              <Fields entry={entry} currency={currency} />
            </li>
          ))}
        </ol>
      )}
      {history.data && history.data.meta.total > (entries?.length ?? 0) && (
        <div className={styles.more}>
          <Button small busy={history.isFetching} onClick={() => setPages(Math.min(pages + 1, 10))}>
            {t("history.more")}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** Fields that name the origin of a campaign; they have no previous value. */
const origins = new Set(["copy_of", "template"]);

function Fields({ entry, currency }: { entry: CampaignHistoryEntry; currency: string }) {
  const { t } = useTranslation("campaigns");
  const say = useValueText(currency);
  const fieldName = (field: string): string => {
    const key = `history.field.${field.replace("targeting.", "")}`;
    return hasText(key, "campaigns") ? t(key) : field;
  };
  if (entry.fields.length === 0) return null;
  return (
    <dl className={styles.fields}>
      {entry.fields.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{fieldName(field)}</dt>
          <dd>
            {field === "creative_ids" ? (
              t("history.banners", { count: Array.isArray(after) ? after.length : 0 })
            ) : origins.has(field) ? (
              say(field, after)
            ) : (
              <>
                <del>{say(field, before)}</del> <span aria-hidden="true">→</span> <ins>{say(field, after)}</ins>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Formats a setting's value. */
function useValueText(currency: string) {
  const { t } = useTranslation("campaigns");
  const categories = useCall("listCategories", undefined, { staleMs: 3_600_000 });
  const topics = new Map(
    (categories.data ?? [])
      .flatMap((group) => [group, ...group.children])
      .map((each) => [each.target_option_id, each.category_name]),
  );
  const one = (field: string, value: unknown): string => {
    if (typeof value === "object" && value !== null && "name" in value) return String(value.name);
    const text = String(value);
    if (field === "categories") return topics.get(text) ?? text;
    if (field === "language") return languageName(text);
    const key = `history.value.${text}`;
    // Free text is not a key: its colons and dots would be read as separators.
    return /^\w+$/.test(text) && hasText(key, "campaigns") ? t(key) : text;
  };
  return (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === "") return t("notSet");
    if (typeof value === "boolean") return t(value ? "history.on" : "history.off");
    if (field === "total_budget" && typeof value === "number") return formatMoney(value, currency);
    if ((field === "start_on" || field === "end_on") && typeof value === "string") return formatDate(value);
    if (!Array.isArray(value)) return one(field, value);
    if (value.length === 0) return t("history.none");
    if (field === "targeting.hours") return t("hours.chosen", { count: value.length });
    return value.map((each) => one(field, each)).join(", ");
  };
}
