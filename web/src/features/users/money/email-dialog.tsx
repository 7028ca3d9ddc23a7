import { emailSchema } from "@litfass/contract/kernel/validation";
import { useMemo } from "react";
import { checkEach, showServerErrors, useCheckedForm } from "../../../api/contract-form.ts";
import { useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { TextInput } from "../../../ui/inputs/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";
import { nameOf, type Person, userLists } from "../profile/person.ts";

/** Changes a user's sign-in address, which must then be verified again (ACT-007). */
export function EmailDialog({ user, onClose }: { user: Person; onClose: () => void }) {
  const { t } = useTranslation("users-admin");
  const check = useMemo(() => checkEach<{ email: string }>({ email: emailSchema }), []);
  const form = useCheckedForm(check, { email: user.email ?? "" });
  const change = useChange("changeUser", userLists);
  const { errors, isDirty, isSubmitting } = form.formState;

  async function save({ email }: { email: string }) {
    try {
      await change.mutateAsync({ params: { user: user.uid }, body: { email: email.trim() } });
      showSnackbar(t("email.done", { name: nameOf(user), email: email.trim() }));
      onClose();
    } catch (error) {
      if (!showServerErrors(form, error)) form.setError("email", { message: (error as Error).message });
    }
  }

  return (
    <Dialog
      open
      title={t("email.title", { name: nameOf(user) })}
      lead={t("email.lead")}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} form="email" disabled={!isDirty} busy={isSubmitting}>
          {t("save")}
        </DialogActions>
      }
    >
      <form id="email" noValidate onSubmit={form.handleSubmit(save)}>
        <TextInput
          label={t("field.email")}
          type="email"
          autoComplete="off"
          autoFocus
          error={errors.email?.message}
          {...form.register("email")}
        />
      </form>
    </Dialog>
  );
}
