import { useState } from "react";
import { ApiError } from "../../../api/api-error.ts";
import { useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { TextArea, TextInput } from "../../../ui/inputs/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";
import styles from "../wizard/wizard.module.css";
import { audiencesIn } from "./audience-rows.ts";

/** A provider's catalog, pasted as lines: name; people; segment ids (AGENCY-004). */
export function ImportAudiencesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("campaigns");
  const [provider, setProvider] = useState("");
  const [text, setText] = useState("");
  const [error, setError] = useState<string | undefined>(undefined);
  const take = useChange("importAudiences", ["searchAudiences", "listAudiences"]);
  const { audiences, unreadable } = audiencesIn(text);

  async function save() {
    try {
      const { added, changed } = await take.mutateAsync({ body: { provider, audiences } });
      showSnackbar(t("audience.imported", { added, changed }));
      onClose();
    } catch (failure) {
      const first = failure instanceof ApiError ? Object.values(failure.errors)[0]?.[0] : undefined;
      setError(first ?? t("failedAction"));
    }
  }

  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={t("audience.import")}
      lead={t("audience.importLead")}
      actions={
        <DialogActions
          onCancel={onClose}
          busy={take.isPending}
          disabled={provider.trim() === "" || audiences.length === 0 || unreadable !== null}
          onClick={() => void save()}
        >
          {t("audience.take", { count: audiences.length })}
        </DialogActions>
      }
    >
      <div className={styles.unstyledList}>
        <TextInput
          label={t("audience.provider")}
          value={provider}
          maxLength={80}
          onChange={(event) => setProvider(event.target.value)}
        />
        <TextArea
          label={t("audience.rows")}
          help={t("audience.rowsHelp")}
          rows={8}
          error={unreadable === null ? error : t("audience.unreadable", { line: unreadable })}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setError(undefined);
          }}
        />
      </div>
    </Dialog>
  );
}
