import { passwordSchema } from "@litfass/contract/kernel/validation";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { call } from "../../api/api.ts";
import { ApiError, firstMessage } from "../../api/api-error.ts";
import { type Check, useCheckedForm } from "../../api/contract-form.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { TextInput } from "../../ui/inputs/text-input.tsx";
import styles from "./auth.module.css";
import { AuthFrame } from "./auth-frame.tsx";
import { checkFields } from "./check-fields.ts";
import { keepFocus } from "./keep-focus.ts";
import { SignInNote } from "./sign-in-note.tsx";
import { useSignIn } from "./use-sign-in.ts";

type Values = { password: string; password_confirmation: string };

const check: Check<Values> = checkFields<Values>({
  password: passwordSchema,
  password_confirmation: passwordSchema,
});

/** Sets a new password with the link in the e-mail and signs in with it (UI-AUTH-003 to UI-AUTH-006, STATE-019). */
export default function ResetPassword() {
  const { t } = useTranslation("identity");
  const [params] = useSearchParams();
  const [problem, setProblem] = useState<string | null>(null);
  const signIn = useSignIn();
  const form = useCheckedForm<Values>(check, { password: "", password_confirmation: "" });
  const { errors, isValid, isSubmitting } = form.formState;
  const [password, confirmation] = form.watch(["password", "password_confirmation"]);
  const email = params.get("email") ?? "";
  const token = params.get("token") ?? "";

  async function reset(values: Values): Promise<void> {
    setProblem(null);
    try {
      await call("resetPassword", { query: { token }, body: { email, token, ...values } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const fields = ["password", "password_confirmation"] as const;
      const ofLink = firstMessage(error, "token") ?? firstMessage(error, "email");
      // An expired link is not an error of the password.
      if (ofLink || !fields.some((field) => firstMessage(error, field))) return setProblem(ofLink ?? error.message);
      for (const field of fields) {
        const text = firstMessage(error, field);
        if (text) form.setError(field, { message: text });
      }
      return;
    }
    await signIn.withPassword(email, values.password);
  }

  return (
    <AuthFrame title={t("reset.title")} lead={email && t("reset.lead", { email })}>
      <form noValidate className={styles.form} onSubmit={form.handleSubmit(reset)}>
        {problem && <Note tone="error">{problem}</Note>}
        <SignInNote problem={signIn.problem} />
        {/* Tells the browser's password manager which account the password belongs to. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <TextInput
          label={t("password")}
          type="password"
          autoComplete="new-password"
          autoFocus
          help={t("passwordHelp")}
          error={errors.password?.message}
          {...form.register("password")}
        />
        <TextInput
          label={t("confirmation")}
          type="password"
          autoComplete="new-password"
          error={errors.password_confirmation?.message}
          {...form.register("password_confirmation")}
        />
        <Button
          type="submit"
          variant="primary"
          wide
          disabled={!isValid || password !== confirmation}
          busy={isSubmitting || signIn.busy}
        >
          {t("reset.submit")}
        </Button>
      </form>
      <p className={styles.end}>
        <Link to="/forgot-password" {...keepFocus}>
          {t("reset.again")}
        </Link>
      </p>
    </AuthFrame>
  );
}
