import type { BannerSet } from "@litfass/contract/creatives/banner-sets";
import { useState } from "react";
import { Link } from "react-router";
import { firstMessage, problemText } from "../../../api/api-error.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatSize } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { Select } from "../../../ui/inputs/select.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";

/** Delivers a group of finished banners to the customer of an order. */
export function DeliverBannerSetDialog({ set, onClose }: { set: BannerSet; onClose: () => void }) {
  const { t } = useTranslation("creatives");
  const [group, setGroup] = useState<string | null>(null);
  const groups = useCall("listCreativeGroups", { query: { per_page: 100, sort: "updated_at", direction: "desc" } });
  const deliver = useChange("changeBannerSet", ["listBannerSets", "listCreativeGroups"]);
  const fitting = (groups.data?.data ?? []).filter(
    (each) => each.source === "files" && set.formats.every((format) => each.formats.includes(format)),
  );
  async function confirm() {
    if (!group) return;
    try {
      const body = { status: "delivered", creative_group: group } as const;
      await deliver.mutateAsync({ params: { bannerSet: set.id }, body });
      showSnackbar(t("sets.deliveredTo", { name: set.user_name }));
      onClose();
    } catch {
      // The error is shown in the dialog.
    }
  }
  return (
    <Dialog
      open
      title={t("sets.deliverTo", { name: set.user_name })}
      lead={t("sets.deliverLead", { formats: set.formats.map(formatSize).join(", ") })}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} disabled={!group} busy={deliver.isPending} onClick={() => void confirm()}>
          {t("sets.deliver")}
        </DialogActions>
      }
    >
      {deliver.error && (
        <Note tone="error">{firstMessage(deliver.error, "creative_group") ?? problemText(deliver.error)}</Note>
      )}
      {groups.data && fitting.length === 0 ? (
        <Note>
          {t("sets.noGroup")} <Link to="/creative-groups/create">{t("sets.makeGroup")}</Link>
        </Note>
      ) : (
        <Select
          label={t("sets.group")}
          options={fitting.map((each) => ({ value: each.uuid, label: each.name }))}
          value={group}
          onChange={setGroup}
        />
      )}
    </Dialog>
  );
}
