import type { CampaignReview as CampaignReviewState } from "@litfass/contract/campaigns/review";
import { Send } from "lucide-react";
import { useState } from "react";
import { problemText } from "../../../api/api-error.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import type { TextKey } from "../../../i18n/text-keys.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { AppealDialog } from "./appeal-dialog.tsx";
import styles from "./review.module.css";

const pollMs = 4000;
const refreshed = ["showCampaignReview", "showCampaign", "listCampaigns"] as const;

/**
 * The review state of a campaign's banners, above the wizard: to be reviewed before the start, in review, rejected with
 * advice, or changed and due for another review.
 */
export function CampaignReview({ campaignId, started }: { campaignId: number; started: boolean }) {
  const { t } = useTranslation("review");
  const params = { userCampaign: campaignId };
  const review = useCall("showCampaignReview", { params }, { staleMs: 0, everyMs: started && pollMs });
  const submit = useChange("submitCampaignReview", refreshed);
  const [appealing, setAppealing] = useState(false);
  if (!review.data) return null;
  const { data } = review;

  async function submitForReview() {
    try {
      const after = await submit.mutateAsync({ params });
      showSnackbar(t(after.status === "pending" ? "own.submitted" : "own.runs"));
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }
  const key = statusKey(data, started);
  if (!key) return null;
  return (
    <Note tone={data.status === "rejected" ? "error" : data.changed ? "warn" : "info"} className={styles.own}>
      <p>{t(key)}</p>
      {data.status === "pending" && data.cause && (
        <p>
          <strong>{t("detail.again")}</strong> {data.cause}
        </p>
      )}
      {data.status === "rejected" && (
        <ul className={styles.reasons}>
          {data.reasons.map(({ code, text: reason, advice }) => (
            <li key={code}>
              <strong>{reason}.</strong> {advice}
            </li>
          ))}
          {data.note && <li>{t("own.note", { note: data.note })}</li>}
        </ul>
      )}
      {(data.changed || data.can_appeal) && (
        <div className={styles.ownActions}>
          {data.changed && (
            <Button small icon={Send} busy={submit.isPending} onClick={() => void submitForReview()}>
              {t(data.needed ? "own.submit" : "own.publish")}
            </Button>
          )}
          {data.can_appeal && (
            <Button small onClick={() => setAppealing(true)}>
              {t("own.appeal")}
            </Button>
          )}
        </div>
      )}
      {appealing && <AppealDialog campaignId={campaignId} onClose={() => setAppealing(false)} />}
    </Note>
  );
}

/** The key of the sentence that describes the state; null if there is none. */
function statusKey(review: CampaignReviewState, started: boolean): TextKey<"review"> | null {
  if (!started) return review.needed ? "own.beforeStart" : null;
  if (review.changed) return review.needed ? "own.changed" : "own.changedFree";
  if (review.status === "pending") return review.shown ? "own.pendingChange" : "own.pending";
  if (review.status === "rejected") return review.shown ? "own.rejectedChange" : "own.rejected";
  return review.needed ? "own.backToReview" : "own.changesWait";
}
