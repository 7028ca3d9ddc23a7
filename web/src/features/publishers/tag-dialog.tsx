import type { PlacementRecord } from "@litfass/contract/publishers/placements";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { Snippet } from "../../ui/layout/snippet.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";

/** The line that a publisher puts where the ad appears, and how to show content of the page where there is no ad. */
export function TagDialog({ placement, onClose }: { placement: PlacementRecord; onClose: () => void }) {
  const { t } = useTranslation("publishers");
  return (
    <Dialog
      open
      size="plan"
      title={t("tag.title", { name: placement.name })}
      lead={t("tag.lead")}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t("close")}</Button>}
    >
      <Stack>
        <Snippet label={t("tag.line")} text={placement.tag} />
        <Snippet label={t("tag.fallback")} text={`data-fallback="#own-content"`} />
      </Stack>
    </Dialog>
  );
}
