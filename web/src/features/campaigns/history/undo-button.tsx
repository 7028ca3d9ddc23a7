import type { CampaignHistoryEntry } from "@litfass/contract/campaigns/campaign-history";
import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import { Undo2 } from "lucide-react";
import { formatDateTime } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import styles from "./campaign-history.module.css";
import { useUndo } from "./use-undo.ts";

type UndoButtonProps = {
  campaign: Pick<Campaign, "id" | "name" | "status">;
  entry: Pick<CampaignHistoryEntry, "id" | "at" | "undoable">;
};

/** Undoes one change of a started campaign; nothing while a later change contradicts it. */
export function UndoButton({ campaign, entry }: UndoButtonProps) {
  const { t } = useTranslation("campaigns");
  const { busy, undo } = useUndo(campaign);
  // A draft is edited directly and saved while typing.
  if (!entry.undoable || campaign.status === "DRAFT") return null;
  return (
    <div className={styles.undo}>
      <Button
        small
        icon={Undo2}
        busy={busy}
        aria-label={t("change.undoOf", { at: formatDateTime(entry.at) })}
        onClick={() => void undo(entry.id)}
      >
        {t("change.undo")}
      </Button>
    </div>
  );
}
