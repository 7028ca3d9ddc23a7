import { emailSchema } from "@litfass/contract/kernel/validation";
import { useState } from "react";
import { Link } from "react-router";
import { call } from "../../api/api.ts";
import { ApiError, firstMessage } from "../../api/api-error.ts";
import { useCheckedForm } from "../../api/contract-form.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { TextInput } from "../../ui/inputs/text-input.tsx";
import styles from "./auth.module.css";
import { AuthFrame } from "./auth-frame.tsx";
import { checkFields } from "./check-fields.ts";
import { keepFocus } from "./keep-focus.ts";

const check = checkFields<{ email: string }>({ email: emailSchema });

/** Requests an e-mail with a link to set a new password (UI-AUTH-001, UI-AUTH-002). */
export default function ForgotPassword() {
  const { t } = useTranslation("identity");
  const [problem, setProblem] = useState<string | null>(null);
  const form = useCheckedForm(check, { email: "" });
  const { errors, isValid, isSubmitting } = form.formState;

  async function send({ email }: { email: string }): Promise<void> {
    setProblem(null);
    try {
      const { message } = await call("requestPasswordReset", { body: { email: email.trim() } });
      showSnackbar(message);
      form.reset();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 403) form.setError("email", { message: t("forgot.unknown") });
      else if (error.status === 422) form.setError("email", { message: firstMessage(error, "email") ?? error.message });
      else setProblem(error.message);
    }
  }

  return (
    <AuthFrame title={t("forgot.title")} lead={t("forgot.lead")}>
      <form noValidate className={styles.form} onSubmit={form.handleSubmit(send)}>
        {problem && <Note tone="error">{problem}</Note>}
        <TextInput
          label={t("email")}
          type="email"
          autoComplete="username"
          autoFocus
          error={errors.email?.message}
          {...form.register("email")}
        />
        <Button type="submit" variant="primary" wide disabled={!isValid} busy={isSubmitting}>
          {t("forgot.submit")}
        </Button>
      </form>
      <p className={styles.end}>
        <Link to="/login" {...keepFocus}>
          {t("forgot.back")}
        </Link>
      </p>
    </AuthFrame>
  );
}
