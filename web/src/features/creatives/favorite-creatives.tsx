import type { CreativeGroup } from "@litfass/contract/creatives/template-groups";
import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { call } from "../../api/api.ts";
import { queryClient, useCall } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../ui/feedback/skeleton.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { Card } from "../../ui/layout/card.tsx";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import { afterFavorites } from "./after-selection.ts";
import { reorder } from "./reorder.ts";
import { SampleFrame } from "./studio/sample-frame.tsx";
import styles from "./template.module.css";
import { TemplateDescription } from "./template-description.tsx";

/** How many favorites are listed first in the template step (CONST-028). */
const places = 6;

/** Chooses and sorts the templates that are listed first (ROUTE-039). Every change is saved immediately. */
export default function FavoriteCreatives() {
  const { t } = useTranslation("creatives");
  const groups = useCall("listUserCreatives");
  const [typed, setTyped] = useState<string[] | null>(null);
  const waiting = useRef<string[] | null>(null);
  const running = useRef<Promise<void>>(Promise.resolve());

  if (groups.error && !groups.data) {
    return <ErrorState title={t("templates.failed")} error={groups.error} onRetry={() => void groups.refetch()} />;
  }
  if (!groups.data) return <SkeletonRows rows={6} />;
  const all = groups.data;
  const saved = all.filter((group) => group.favorite_position !== null).map(({ uuid }) => uuid);
  const order = typed ?? saved;
  const chosen = order.flatMap((uuid) => all.find((group) => group.uuid === uuid) ?? []);
  const others = all.filter((group) => !order.includes(group.uuid));

  /** Saves one order at a time, and of those chosen meanwhile only the last: the others were never final. */
  function save(next: string[]) {
    setTyped(next);
    waiting.current = next;
    running.current = running.current.then(async () => {
      const creative_ids = waiting.current;
      if (!creative_ids) return;
      waiting.current = null;
      try {
        await call("saveSelectedFavorites", { body: { creative_ids }, quiet: true, keepalive: true });
        await Promise.all(afterFavorites.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
      } catch (error) {
        setTyped(waiting.current);
        showSnackbar(error instanceof Error ? error.message : String(error));
      }
    });
  }

  const name = (group: CreativeGroup) => ({ name: group.name });
  return (
    <>
      <PageHeading lead={t("favorites.lead", { max: places })}>
        {t("favorites.heading", { count: chosen.length, max: places })}
      </PageHeading>
      <div className={styles.favorites}>
        <Card title={t("favorites.order")} flush>
          {chosen.length === 0 ? (
            <EmptyState title={t("favorites.none")}>{t("favorites.noneText")}</EmptyState>
          ) : (
            <ol className={styles.rows}>
              {chosen.map((group, index) => (
                <FavoriteRow key={group.uuid} group={group} place={index + 1}>
                  <IconButton
                    icon={ArrowUp}
                    label={t("favorites.up", name(group))}
                    aria-disabled={index === 0 || undefined}
                    onClick={() => index > 0 && save(reorder(order, index, -1))}
                  />
                  <IconButton
                    icon={ArrowDown}
                    label={t("favorites.down", name(group))}
                    aria-disabled={index === chosen.length - 1 || undefined}
                    onClick={() => index < chosen.length - 1 && save(reorder(order, index, 1))}
                  />
                  <IconButton
                    icon={X}
                    label={t("favorites.remove", name(group))}
                    onClick={() => save(order.filter((uuid) => uuid !== group.uuid))}
                  />
                </FavoriteRow>
              ))}
            </ol>
          )}
        </Card>
        <Card title={t("favorites.others")} flush>
          {chosen.length >= places && <p className={styles.full}>{t("favorites.full", { max: places })}</p>}
          <ul className={styles.rows}>
            {others.map((group) => (
              <FavoriteRow key={group.uuid} group={group}>
                <Button
                  small
                  icon={Plus}
                  disabled={chosen.length >= places}
                  aria-label={t("favorites.addNamed", name(group))}
                  onClick={() => save([...order, group.uuid])}
                >
                  {t("favorites.add")}
                </Button>
              </FavoriteRow>
            ))}
          </ul>
        </Card>
      </div>
    </>
  );
}

/** In px; the style sheet reserves the same width. */
const thumbWidth = 96;

type FavoriteRowProps = { group: CreativeGroup; place?: number; children: ReactNode };

function FavoriteRow({ group, place, children }: FavoriteRowProps) {
  return (
    <li className={styles.favorite}>
      {place !== undefined && <span className={styles.place}>{place}</span>}
      <div className={styles.thumb}>
        <SampleFrame still group={group} maxWidth={thumbWidth} />
      </div>
      <div className={styles.about}>
        <h3 className={styles.name}>{group.name}</h3>
        <TemplateDescription group={group} />
      </div>
      <div className={styles.actions}>{children}</div>
    </li>
  );
}
