import type { CreativeGroup } from "@litfass/contract/creatives/creatives";
import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../api/api.ts";
import { queryClient, useCall } from "../../api/use-call.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../ui/feedback/skeleton.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { PageHeading, Sheet } from "../../ui/overlays/sheet.tsx";
import { afterFavourites } from "./after-selection.ts";
import { moved } from "./reorder.ts";
import { SampleFrame } from "./studio/sample-frame.tsx";
import styles from "./template.module.css";
import { TemplateWords } from "./template-texts.tsx";

/** How many favourites come first in the template step (CONST-028). */
const places = 6;

/** Chooses and orders the templates that come first (ROUTE-039). Every change is saved at once. */
export default function FavoriteCreatives() {
  const { t } = useTranslation("creatives");
  const groups = useCall("listUserCreatives");
  const [typed, setTyped] = useState<string[] | null>(null);
  const running = useRef<Promise<unknown>>(Promise.resolve());

  if (groups.error && !groups.data) {
    return <ErrorState title={t("templates.failed")} error={groups.error} onRetry={() => void groups.refetch()} />;
  }
  if (!groups.data) return <SkeletonRows rows={6} />;
  const all = groups.data;
  const saved = all.filter((group) => group.favorite_position !== null).map(({ uuid }) => uuid);
  const order = typed ?? saved;
  const chosen = order.flatMap((uuid) => all.find((group) => group.uuid === uuid) ?? []);
  const others = all.filter((group) => !order.includes(group.uuid));

  function save(next: string[]) {
    setTyped(next);
    running.current = running.current.then(async () => {
      try {
        await call("saveSelectedFavorites", { body: { creative_ids: next }, quiet: true });
        await Promise.all(afterFavourites.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
      } catch (error) {
        setTyped(null);
        showSnackbar(error instanceof Error ? error.message : String(error));
      }
    });
  }

  const name = (group: CreativeGroup) => ({ name: group.name });
  return (
    <>
      <PageHeading lead={t("favourites.lead", { most: places })}>
        {t("favourites.heading", { count: chosen.length, most: places })}
      </PageHeading>
      <div className={styles.favourites}>
        <Sheet title={t("favourites.order")} flush>
          {chosen.length === 0 ? (
            <EmptyState title={t("favourites.none")}>{t("favourites.noneText")}</EmptyState>
          ) : (
            <ol className={styles.rows}>
              {chosen.map((group, index) => (
                <FavouriteRow key={group.uuid} group={group} place={index + 1}>
                  <IconButton
                    icon={ArrowUp}
                    label={t("favourites.up", name(group))}
                    aria-disabled={index === 0 || undefined}
                    onClick={() => index > 0 && save(moved(order, index, -1))}
                  />
                  <IconButton
                    icon={ArrowDown}
                    label={t("favourites.down", name(group))}
                    aria-disabled={index === chosen.length - 1 || undefined}
                    onClick={() => index < chosen.length - 1 && save(moved(order, index, 1))}
                  />
                  <IconButton
                    icon={X}
                    label={t("favourites.remove", name(group))}
                    onClick={() => save(order.filter((uuid) => uuid !== group.uuid))}
                  />
                </FavouriteRow>
              ))}
            </ol>
          )}
        </Sheet>
        <Sheet title={t("favourites.others")} flush>
          {chosen.length >= places && <p className={styles.full}>{t("favourites.full", { most: places })}</p>}
          <ul className={styles.rows}>
            {others.map((group) => (
              <FavouriteRow key={group.uuid} group={group}>
                <Button
                  small
                  icon={Plus}
                  disabled={chosen.length >= places}
                  aria-label={t("favourites.addNamed", name(group))}
                  onClick={() => save([...order, group.uuid])}
                >
                  {t("favourites.add")}
                </Button>
              </FavouriteRow>
            ))}
          </ul>
        </Sheet>
      </div>
    </>
  );
}

/** In px; the style sheet keeps the same room. */
const thumbWidth = 96;

type FavouriteRowProps = { group: CreativeGroup; place?: number; children: ReactNode };

function FavouriteRow({ group, place, children }: FavouriteRowProps) {
  return (
    <li className={styles.favourite}>
      {place !== undefined && <span className={styles.place}>{place}</span>}
      <div className={styles.thumb}>
        <SampleFrame still group={group} room={thumbWidth} />
      </div>
      <div className={styles.about}>
        <h3 className={styles.name}>{group.name}</h3>
        <TemplateWords group={group} />
      </div>
      <div className={styles.actions}>{children}</div>
    </li>
  );
}
