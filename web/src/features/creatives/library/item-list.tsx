import type { LibraryCreativeDetail } from "@litfass/contract/creatives/library-shapes";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { problemText } from "../../../api/api-error.ts";
import { useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { IconButton } from "../../../ui/button.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { ConfirmDelete } from "../../../ui/overlays/confirm-delete.tsx";
import styles from "./library.module.css";

type Item = LibraryCreativeDetail["items"][number];

/** The files of a creative; each can be deleted. */
export function ItemList({ creative }: { creative: LibraryCreativeDetail }) {
  const { t } = useTranslation("library");
  const [leaving, setLeaving] = useState<Item | null>(null);
  const remove = useChange("deleteCreativeItem", ["showCreative", "listCreatives"]);
  async function confirm(item: Item) {
    try {
      await remove.mutateAsync({ params: { creativeItem: item.id } });
      showSnackbar(t("deleted", { name: item.name }));
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }
  return (
    <Card title={t("items.title")}>
      <ul className={styles.files}>
        {creative.items.map((item) => (
          <li key={item.id}>
            {item.kind === "html" ? <span /> : <img src={item.url} alt="" />}
            <span>
              {item.name || t(`kind.${item.kind}`)}
              <span className={styles.under}>
                {t(`kind.${item.kind}`)}
                {item.width && item.height ? `, ${item.width} x ${item.height}` : ""}
              </span>
            </span>
            <IconButton icon={Trash2} label={t("items.delete", { name: item.name })} onClick={() => setLeaving(item)} />
          </li>
        ))}
      </ul>
      {leaving && (
        <ConfirmDelete open name={leaving.name} onConfirm={() => confirm(leaving)} onClose={() => setLeaving(null)} />
      )}
    </Card>
  );
}
