import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import styles from "./feed-items.module.css";
import type { FeedPosition } from "./use-feed-item.ts";

/** The feed product shown in the banners, with navigation and a note on changes without review. */
export function FeedItems({ feed }: { feed: FeedPosition }) {
  const { t } = useTranslation("creatives");
  const { item, number, count, problem, turn } = feed;
  if (!item) return problem && <Note tone="warn">{t("feed.problem", { reason: problem })}</Note>;
  return (
    <section className={styles.feed} aria-label={t("feed.label")}>
      <div className={styles.turns}>
        {count > 1 && <IconButton icon={ChevronLeft} label={t("feed.previous")} onClick={() => turn(-1)} />}
        <p className={styles.item} aria-live="polite">
          <span className={styles.number}>{t("feed.number", { number, count })}</span>
          <span className={styles.title}>{item.title}</span>
        </p>
        {count > 1 && <IconButton icon={ChevronRight} label={t("feed.next")} onClick={() => turn(1)} />}
      </div>
      <p className={styles.rule}>{t("feed.rule")}</p>
    </section>
  );
}
