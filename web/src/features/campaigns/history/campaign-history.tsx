import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import { useState } from "react";
import { useCall } from "../../../api/use-call.ts";
import { formatDateTime } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import styles from "./campaign-history.module.css";
import { actionOf, ChangedFields } from "./changed-fields.tsx";
import { UndoButton } from "./undo-button.tsx";

const perPage = 10;

/** The changes of a campaign with author and previous values, newest first. */
export function CampaignHistory({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation("campaigns");
  const [pages, setPages] = useState(1);
  const history = useCall(
    "listCampaignChanges",
    { params: { userCampaign: campaign.id }, query: { page: 1, per_page: pages * perPage } },
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
                <strong>{t(`history.action.${actionOf(entry)}`)}</strong>
                <span>{entry.by?.name || t("history.platform")}</span>
                <time dateTime={entry.at}>{formatDateTime(new Date(entry.at))}</time>
              </p>
              <ChangedFields entry={entry} campaign={campaign} />
              <UndoButton campaign={campaign} entry={entry} />
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
