import type { SavedCard } from "@litfass/contract/billing";
import { Star, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { problemText } from "../../data/api-error.ts";
import { useCall, useChange } from "../../data/use-call.ts";
import { ConfirmDelete } from "../../ui/confirm-delete.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { showSnackbar } from "../../ui/snackbar-store.ts";
import text from "../../ui/text.module.css";
import styles from "./billing.module.css";
import { CardName } from "./card-name.tsx";

/** The cards that the processor keeps, the one that is offered first at the front. Nothing where there is none. */
export function SavedCards() {
  const { t } = useTranslation("billing");
  const cards = useCall("listSavedCards", undefined, { staleMs: 60_000 });
  const choose = useChange("chooseDefaultCard", ["listSavedCards"]);
  const remove = useChange("removeSavedCard", ["listSavedCards"]);
  const [removing, setRemoving] = useState<SavedCard | null>(null);

  async function attempt(work: Promise<unknown>, done: string) {
    try {
      await work;
      showSnackbar(done);
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }

  if (!cards.data?.length) return null;
  return (
    <>
      <div className={styles.section}>
        <h2 className={text.title}>{t("cards.title")}</h2>
      </div>
      <Sheet flush>
        <ul className={styles.savedCards} aria-label={t("cards.title")}>
          {cards.data.map((card) => (
            <li key={card.id}>
              <CardName card={card} />
              {card.is_default && <span className={styles.yours}>{t("cards.first")}</span>}
              <span className={styles.push} />
              <Menu
                label={t("cards.actions", { last4: card.last4 })}
                entries={[
                  ...(card.is_default
                    ? []
                    : [
                        {
                          label: t("cards.choose"),
                          icon: Star,
                          onSelect: () =>
                            void attempt(choose.mutateAsync({ params: { card: card.id } }), t("cards.chosen")),
                        },
                      ]),
                  { label: t("cards.remove"), icon: Trash2, danger: true, onSelect: () => setRemoving(card) },
                ]}
              />
            </li>
          ))}
        </ul>
      </Sheet>
      {removing && (
        <ConfirmDelete
          open
          name={t("cards.name", { last4: removing.last4 })}
          onConfirm={() => attempt(remove.mutateAsync({ params: { card: removing.id } }), t("cards.removed"))}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
}
