import type { Review } from "@litfass/contract/campaigns/review";
import { formatDateTime } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { classNames } from "../../../ui/class-names.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { Pagination } from "../../../ui/tables/pagination.tsx";
import type { TableState } from "../../../ui/tables/use-table-state.ts";
import styles from "./review.module.css";

type ReviewListProps = {
  reviews: readonly Review[];
  chosen: number;
  state: TableState;
  total: number;
  onChoose: (id: number) => void;
};

/** One page of the queue, the chosen one marked. */
export function ReviewList({ reviews, chosen, state, total, onChoose }: ReviewListProps) {
  const { t } = useTranslation("review");
  return (
    <Card flush>
      <ul className={styles.list} aria-label={t("title")}>
        {reviews.map((review) => (
          <li key={review.id}>
            <button
              type="button"
              aria-current={review.id === chosen ? "true" : undefined}
              className={classNames(styles.item, review.id === chosen && styles.chosen)}
              onClick={() => onChoose(review.id)}
            >
              <b>{review.campaign_name}</b>
              <span>{review.owner_name}</span>
              <span className={styles.caption}>
                {t(`kind.${review.kind}`)}, {formatDateTime(review.submitted_at)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Pagination of={t("title")} state={state} total={total} sizes={[10, 30, 100]} />
    </Card>
  );
}
