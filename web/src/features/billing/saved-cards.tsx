import type { SavedCard } from "@litfass/contract/billing/billing";
import { Plus, Star, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { problemText } from "../../api/api-error.ts";
import { attempt } from "../../api/attempt.ts";
import { useCall, useChange } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../ui/feedback/skeleton.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { Card } from "../../ui/layout/card.tsx";
import text from "../../ui/layout/text.module.css";
import { ConfirmDelete } from "../../ui/overlays/confirm-delete.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import billing from "./billing.module.css";
import { CardName } from "./card-name.tsx";
import styles from "./saved-cards.module.css";

/** The saved cards at the processor, the default one first. Cards are added on its page, without a payment. */
export function SavedCards() {
  const { t } = useTranslation("billing");
  const cards = useCall("listSavedCards", undefined, { staleMs: 60_000 });
  const add = useChange("addCard");
  const [params, setParams] = useSearchParams();
  const returned = params.get("card");
  const choose = useChange("chooseDefaultCard", ["listSavedCards"]);
  const remove = useChange("removeSavedCard", ["listSavedCards"]);
  const [removing, setRemoving] = useState<SavedCard | null>(null);

  useEffect(() => {
    if (returned === null) return;
    if (returned === "saved") showSnackbar(t("cards.saved"));
    setParams(withoutCard, { replace: true, preventScrollReset: true });
  }, [returned, setParams, t]);

  async function enter() {
    try {
      window.location.assign((await add.mutateAsync({})).checkout_url);
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }

  return (
    <>
      <div className={billing.section}>
        <h2 className={text.title}>{t("cards.title")}</h2>
        <Button icon={Plus} busy={add.isPending} onClick={() => void enter()}>
          {t("cards.add")}
        </Button>
      </div>
      <Card flush>
        {cards.isPending && <SkeletonRows rows={1} />}
        {cards.error && !cards.data && (
          <ErrorState title={t("cards.failed")} error={cards.error} onRetry={() => void cards.refetch()} />
        )}
        {cards.data?.length === 0 && <p className={styles.noCard}>{t("cards.none")}</p>}
        {cards.data && cards.data.length > 0 && (
          <ul className={styles.savedCards} aria-label={t("cards.title")}>
            {cards.data.map((card) => (
              <li key={card.id}>
                <div className={styles.savedCard}>
                  <CardName card={card} />
                  {card.is_default && <span className={billing.yours}>{t("cards.default")}</span>}
                </div>
                <Menu
                  label={t("cards.actions", { last4: card.last4 })}
                  entries={[
                    ...(card.is_default
                      ? []
                      : [
                          {
                            label: t("cards.makeDefault"),
                            icon: Star,
                            onSelect: () =>
                              void attempt(
                                () => choose.mutateAsync({ params: { card: card.id } }),
                                t("cards.defaultChanged"),
                              ),
                          },
                        ]),
                    { label: t("cards.remove"), icon: Trash2, danger: true, onSelect: () => setRemoving(card) },
                  ]}
                />
              </li>
            ))}
          </ul>
        )}
      </Card>
      {removing && (
        <ConfirmDelete
          open
          name={t("cards.name", { last4: removing.last4 })}
          onConfirm={() => attempt(() => remove.mutateAsync({ params: { card: removing.id } }), t("cards.removed"))}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
}

/** The address of the processor's return page without its card parameters. */
function withoutCard(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete("card");
  return next;
}
