import type { CreativeCategory } from "@litfass/contract/creatives/library-shapes";
import { useState } from "react";
import { firstMessage, problemText } from "../../../api/api-error.ts";
import { useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { TextInput } from "../../../ui/inputs/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";
import styles from "./library.module.css";
import { hasNames, NameInputs, namesIn } from "./name-inputs.tsx";

type CategoryDialogProps = { category: CreativeCategory | null; onClose: () => void };

/** Creates or edits a category. */
export function CategoryDialog({ category, onClose }: CategoryDialogProps) {
  const { t } = useTranslation("library");
  const [values, setValues] = useState({
    ...namesIn(category),
    position: String(category?.position ?? 10),
  });
  const refresh = ["listCreativeCategories", "listCreativeGroups"] as const;
  const create = useChange("createCreativeCategory", refresh);
  const update = useChange("updateCreativeCategory", refresh);
  const error = create.error ?? update.error;
  const valid = hasNames(values) && /^\d{1,4}$/.test(values.position);

  async function submit(event: React.FormEvent) {
    event.preventDefault();
    if (!valid) return;
    const body = { ...values, position: Number(values.position) };
    try {
      if (category) await update.mutateAsync({ params: { id: category.id }, body });
      else await create.mutateAsync({ body });
      showSnackbar(t("saved"));
      onClose();
    } catch {
      // The error is shown above the form or at its field.
    }
  }
  const set = (patch: Partial<typeof values>) => setValues((now) => ({ ...now, ...patch }));

  return (
    <Dialog
      open
      title={t(category ? "categories.edit" : "categories.new")}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} form="category" disabled={!valid} busy={create.isPending || update.isPending}>
          {t("save")}
        </DialogActions>
      }
    >
      <form id="category" className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {error && <Note tone="error">{problemText(error)}</Note>}
        <NameInputs values={values} error={error} onChange={set} />
        <TextInput
          label={t("field.position")}
          inputMode="numeric"
          help={t("field.positionHelp")}
          value={values.position}
          error={firstMessage(error, "position")}
          onChange={(event) => set({ position: event.target.value })}
        />
      </form>
    </Dialog>
  );
}
