import { emailSchema } from "@litfass/contract/kernel/validation";
import type { User } from "@litfass/contract/users/users";
import { useMemo, useState } from "react";
import { call } from "../../../api/api.ts";
import { checkEach, showServerErrors, useCheckedForm } from "../../../api/contract-form.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { TextInput } from "../../../ui/inputs/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";
import styles from "./account.module.css";

type Values = { email: string; password: string };

/** Sends a link to a new e-mail address; asks for the password if there is one. */
export function OwnEmailDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation("security");
  const hasPassword = user.providerData.some((each) => each.providerId === "password");
  const check = useMemo(() => checkEach<Values>({ email: emailSchema }), []);
  const form = useCheckedForm<Values>(check, { email: "", password: "" });
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { errors, isSubmitting } = form.formState;
  const { email, password } = form.watch();

  async function send(values: Values) {
    setProblem(null);
    try {
      await call("changeOwnEmail", { body: hasPassword ? values : { email: values.email } });
      setSentTo(values.email.trim());
    } catch (error) {
      if (!showServerErrors(form, error)) setProblem((error as Error).message);
    }
  }

  if (sentTo) {
    return (
      <Dialog
        open
        title={t("email.sentTitle")}
        lead={t("email.sent", { email: sentTo })}
        onClose={onClose}
        actions={
          <Button variant="primary" onClick={onClose}>
            {t("email.close")}
          </Button>
        }
      />
    );
  }
  return (
    <Dialog
      open
      title={t("email.title")}
      lead={t("email.lead", { email: user.email ?? "" })}
      onClose={onClose}
      actions={
        <DialogActions
          onCancel={onClose}
          form="own-email"
          disabled={email.trim() === "" || (hasPassword && password === "")}
          busy={isSubmitting}
        >
          {t("email.submit")}
        </DialogActions>
      }
    >
      <form id="own-email" noValidate className={styles.fields} onSubmit={form.handleSubmit(send)}>
        {problem && <Note tone="error">{problem}</Note>}
        <TextInput
          label={t("email.new")}
          type="email"
          autoComplete="email"
          autoFocus
          error={errors.email?.message}
          {...form.register("email")}
        />
        {hasPassword && (
          <TextInput
            label={t("password")}
            type="password"
            autoComplete="current-password"
            error={errors.password?.message}
            {...form.register("password")}
          />
        )}
      </form>
    </Dialog>
  );
}
