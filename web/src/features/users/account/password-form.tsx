import { message } from "@litfass/contract/kernel/messages";
import { passwordSchema } from "@litfass/contract/kernel/validation";
import { useMemo, useState } from "react";
import { call } from "../../../api/api.ts";
import { type Check, checkEach, showServerErrors, useCheckedForm } from "../../../api/contract-form.ts";
import { loadSession } from "../../../api/enter-session.ts";
import { currentLocale } from "../../../i18n/i18n.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { TextInput } from "../../../ui/inputs/text-input.tsx";
import styles from "./account.module.css";

type Values = { current_password: string; password: string; password_confirmation: string };
const empty: Values = { current_password: "", password: "", password_confirmation: "" };

/** Sets or changes the user's password and ends all other sessions. */
export function PasswordForm({ hasPassword, email }: { hasPassword: boolean; email: string | null }) {
  const { t } = useTranslation("users");
  const [problem, setProblem] = useState<string | null>(null);
  const check = useMemo<Check<Values>>(() => {
    const bySchema = checkEach<Values>({ password: passwordSchema, password_confirmation: passwordSchema });
    return (values) => {
      const messages = bySchema(values);
      const locale = currentLocale();
      if (hasPassword && !values.current_password) {
        messages.current_password = message("rule.required", locale, { field: t("password.current") });
      }
      if (!messages.password_confirmation && values.password_confirmation !== values.password) {
        messages.password_confirmation = message("password.mismatch", locale);
      }
      return messages;
    };
  }, [hasPassword, t]);
  const form = useCheckedForm<Values>(check, empty);
  const { errors, isValid, isSubmitting } = form.formState;

  async function save({ current_password, ...values }: Values): Promise<void> {
    setProblem(null);
    try {
      const { message: text } = await call("setPassword", {
        body: { ...values, ...(hasPassword && { current_password }) },
      });
      showSnackbar(text);
      form.reset(empty);
      await loadSession();
    } catch (error) {
      if (!showServerErrors(form, error)) setProblem((error as Error).message);
    }
  }

  return (
    <form noValidate className={styles.fields} onSubmit={form.handleSubmit(save)}>
      {problem && <Note tone="error">{problem}</Note>}
      {/* Tells the browser's password manager which account the password belongs to. */}
      <input type="text" autoComplete="username" value={email ?? ""} readOnly hidden />
      {hasPassword && (
        <TextInput
          label={t("password.current")}
          type="password"
          autoComplete="current-password"
          error={errors.current_password?.message}
          {...form.register("current_password")}
        />
      )}
      <TextInput
        label={t("password.new")}
        type="password"
        autoComplete="new-password"
        help={t("password.help")}
        error={errors.password?.message}
        {...form.register("password")}
      />
      <TextInput
        label={t("password.confirmation")}
        type="password"
        autoComplete="new-password"
        error={errors.password_confirmation?.message}
        {...form.register("password_confirmation")}
      />
      <Button type="submit" wide disabled={!isValid} busy={isSubmitting}>
        {t(hasPassword ? "password.change" : "password.set")}
      </Button>
    </form>
  );
}
