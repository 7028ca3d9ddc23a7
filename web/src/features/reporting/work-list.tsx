import { maxWorkCount } from "@litfass/contract/operations/work-kinds";
import { CircleCheck } from "lucide-react";
import { Link } from "react-router";
import type { CallResult } from "../../api/api.ts";
import { useCall } from "../../api/use-call.ts";
import { formatNumber } from "../../i18n/format.ts";
import { formatAge } from "../../i18n/format-age.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { classNames } from "../../ui/class-names.ts";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../ui/feedback/skeleton.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Icon } from "../../ui/layout/icon.tsx";
import text from "../../ui/layout/text.module.css";
import styles from "./work-list.module.css";
import { isOutside, lists } from "./work-lists.ts";

type Work = CallResult<"listWork">[number];

const pollMs = 60_000;
/** What waits for the signed-in member of staff, each with a link to its list. */
export function WorkList() {
  const { t } = useTranslation("work");
  const found = useCall("listWork", {}, { everyMs: pollMs, keep: true });
  return (
    <Card title={t("title")} flush className={styles.card}>
      {found.error && !found.data ? (
        <ErrorState title={t("failed")} error={found.error} onRetry={() => void found.refetch()} />
      ) : !found.data ? (
        <SkeletonRows rows={1} />
      ) : found.data.length === 0 ? (
        <p className={styles.none}>
          <Icon of={CircleCheck} size={16} />
          {t("none")}
        </p>
      ) : (
        <ul className={styles.list}>
          {found.data.map((work) => (
            <li key={work.kind}>
              {isOutside(work.kind) ? (
                <a href={lists[work.kind]} target="_blank" rel="noreferrer" className={styles.work}>
                  <Entry work={work} />
                </a>
              ) : (
                <Link to={lists[work.kind]} className={styles.work}>
                  <Entry work={work} />
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Entry({ work: { kind, count, oldest_at } }: { work: Work }) {
  const { t } = useTranslation("work");
  const number = count >= maxWorkCount ? `${formatNumber(maxWorkCount)}+` : formatNumber(count);
  return (
    <>
      <span className={classNames(text.figure, styles.count)}>{number}</span>
      <span className={text.label}>{t(`kind.${kind}`, { count })}</span>
      {oldest_at && (
        <span className={classNames(text.caption, styles.age)}>
          {t("oldest", { age: formatAge(oldest_at, Date.now()) })}
        </span>
      )}
    </>
  );
}
