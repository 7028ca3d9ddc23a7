import { nativeName } from "@litfass/contract/kernel/language";
import type { Role } from "@litfass/contract/kernel/roles";
import { emailSchema } from "@litfass/contract/kernel/validation";
import { useMemo, useState } from "react";
import { Controller } from "react-hook-form";
import { checkEach, showServerErrors, useCheckedForm } from "../../../api/contract-form.ts";
import { useSignedInUser } from "../../../api/session.ts";
import { useChange } from "../../../api/use-call.ts";
import { currentLocale } from "../../../i18n/i18n.ts";
import type { Locale } from "../../../i18n/locale.ts";
import { useOfferedLocales } from "../../../i18n/offered-locales.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { Select } from "../../../ui/inputs/select.tsx";
import { TextInput } from "../../../ui/inputs/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";
import fields from "../form-fields.module.css";
import { assignableRoles, userLists } from "../profile/person.ts";
import styles from "../users.module.css";

type Values = { email: string; user_role: Role; first_name: string; last_name: string; lang: Locale };

/** Invites someone by e-mail with a role; the e-mail contains the link to set a password. */
export function InviteDialog({ firstRole, onClose }: { firstRole: Role; onClose: () => void }) {
  const { t } = useTranslation("users-admin");
  const viewer = useSignedInUser();
  const languages = useOfferedLocales();
  const [problem, setProblem] = useState<string | null>(null);
  const check = useMemo(() => checkEach<Values>({ email: emailSchema }), []);
  const form = useCheckedForm<Values>(check, {
    email: "",
    user_role: firstRole,
    first_name: "",
    last_name: "",
    lang: currentLocale(),
  });
  const invite = useChange("inviteUser", userLists);
  const { errors, isSubmitting } = form.formState;

  async function send({ first_name, last_name, ...values }: Values) {
    setProblem(null);
    try {
      await invite.mutateAsync({
        body: { ...values, ...(first_name.trim() && { first_name }), ...(last_name.trim() && { last_name }) },
      });
      showSnackbar(t("invite.done", { email: values.email }));
      onClose();
    } catch (error) {
      if (!showServerErrors(form, error)) setProblem((error as Error).message);
    }
  }

  return (
    <Dialog
      open
      size="plan"
      title={t("invite.title")}
      lead={t("invite.lead")}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} form="invite" busy={isSubmitting}>
          {t("invite.submit")}
        </DialogActions>
      }
    >
      <form id="invite" className={styles.form} noValidate onSubmit={form.handleSubmit(send)}>
        {problem && <Note tone="error">{problem}</Note>}
        <TextInput
          label={t("field.email")}
          type="email"
          autoComplete="off"
          autoFocus
          error={errors.email?.message}
          {...form.register("email")}
        />
        <div className={fields.pair}>
          <Controller
            control={form.control}
            name="user_role"
            render={({ field: { value, onChange, onBlur } }) => (
              <Select
                label={t("field.user_role")}
                options={assignableRoles(viewer).map((each) => ({ value: each, label: t(`role.${each}`) }))}
                value={value}
                onChange={onChange}
                onBlur={onBlur}
                error={errors.user_role?.message}
              />
            )}
          />
          <Controller
            control={form.control}
            name="lang"
            render={({ field: { value, onChange, onBlur } }) => (
              <Select
                label={t("invite.language")}
                options={languages.map((value) => ({ value, label: nativeName(value) }))}
                value={value}
                onChange={onChange}
                onBlur={onBlur}
              />
            )}
          />
        </div>
        <div className={fields.pair}>
          <TextInput
            label={t("field.first_name")}
            help={t("optional")}
            maxLength={100}
            error={errors.first_name?.message}
            {...form.register("first_name")}
          />
          <TextInput
            label={t("field.last_name")}
            help={t("optional")}
            maxLength={100}
            error={errors.last_name?.message}
            {...form.register("last_name")}
          />
        </div>
      </form>
    </Dialog>
  );
}
