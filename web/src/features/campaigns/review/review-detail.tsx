import type { Review } from "@litfass/contract/campaigns/review";
import { Check, X } from "lucide-react";
import { formatDateTime } from "../../../i18n/format.ts";
import { lineOfBusinessName } from "../../../i18n/line-of-business.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import styles from "./review.module.css";
import { ReviewPreviews } from "./review-previews.tsx";

type ReviewDetailProps = { review: Review; busy: boolean; onApprove: () => void; onReject: () => void };

/** One campaign's banners with everything needed for a decision. */
export function ReviewDetail({ review, busy, onApprove, onReject }: ReviewDetailProps) {
  const { t, i18n } = useTranslation("review");
  const trackers = [...review.impression_trackers, ...review.verification_scripts];
  return (
    <Card title={review.campaign_name} aside={<span className={styles.caption}>{t(`kind.${review.kind}`)}</span>}>
      <div className={styles.detail}>
        {review.appeal && (
          <Note>
            <strong>{t("detail.appeal")}</strong> {review.appeal}
          </Note>
        )}
        {review.status === "pending" && review.cause && (
          <Note tone="warn">
            <strong>{t("detail.again")}</strong> {review.cause}
          </Note>
        )}
        <dl className={styles.facts}>
          <dt>{t("detail.owner")}</dt>
          <dd>
            {review.owner_name}{" "}
            <span className={styles.caption}>{t("detail.before", { count: review.approved_before })}</span>
          </dd>
          {review.line_of_business && (
            <>
              <dt>{t("detail.lineOfBusiness")}</dt>
              <dd>{lineOfBusinessName(review.line_of_business, i18n.language)}</dd>
            </>
          )}
          {review.owner_line_of_business && review.owner_line_of_business !== review.line_of_business && (
            <>
              <dt>{t("detail.ownerLine")}</dt>
              <dd>{lineOfBusinessName(review.owner_line_of_business, i18n.language)}</dd>
            </>
          )}
          <dt>{t("detail.link")}</dt>
          <dd>
            {/^https?:/.test(review.destination_url) ? (
              <a href={review.destination_url} target="_blank" rel="noopener noreferrer nofollow">
                {review.destination_url}
              </a>
            ) : (
              "–"
            )}
          </dd>
          <TagLandingPages creatives={review.creatives} />
          {trackers.length > 0 && (
            <>
              <dt>{t("detail.trackers")}</dt>
              <dd>
                {trackers.map((url) => (
                  <span key={url} className={styles.under}>
                    {url}
                  </span>
                ))}
              </dd>
            </>
          )}
          <dt>{t("detail.submitted")}</dt>
          <dd>{formatDateTime(review.submitted_at)}</dd>
          {review.decided_at && (
            <>
              <dt>{t("detail.decided")}</dt>
              <dd>{t("detail.by", { name: review.decided_by ?? "–", at: formatDateTime(review.decided_at) })}</dd>
            </>
          )}
          {review.reasons.length > 0 && (
            <>
              <dt>{t("detail.reasons")}</dt>
              <dd>
                {review.reasons.map(({ text }) => text).join(", ")}
                {review.note && <span className={styles.under}>{review.note}</span>}
              </dd>
            </>
          )}
        </dl>
        {review.creatives.some((creative) => creative.is_third_party) && <Note>{t("preview.thirdParty")}</Note>}
        <ReviewPreviews key={review.id} review={review} />
        {review.status === "pending" && (
          <div className={styles.decide}>
            <Button icon={X} disabled={busy} onClick={onReject}>
              {t("action.reject")}
              <kbd className={styles.key}>R</kbd>
            </Button>
            <Button variant="primary" icon={Check} busy={busy} onClick={onApprove}>
              {t("action.approve")}
              <kbd className={styles.key}>A</kbd>
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

/** Where the tags of other ad servers say that they lead; some tell it only at the click. */
function TagLandingPages({ creatives }: Pick<Review, "creatives">) {
  const { t } = useTranslation("review");
  const known = creatives.flatMap(({ landing_urls }) => (landing_urls ? [landing_urls] : []));
  if (known.length === 0) return null;
  return (
    <>
      <dt>{t("detail.tagLink")}</dt>
      <dd>
        {[...new Set(known.flat())].map((url) => (
          <a key={url} href={url} target="_blank" rel="noopener noreferrer nofollow" className={styles.address}>
            {url}
          </a>
        ))}
        {known.some((urls) => urls.length === 0) && <span className={styles.under}>{t("detail.tagLinkUnknown")}</span>}
      </dd>
    </>
  );
}
