import { message } from "@litfass/contract/kernel/messages";
import { emailSchema, passwordSchema } from "@litfass/contract/kernel/validation";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Check, useCheckedForm } from "../../api/contract-form.ts";
import { currentLocale } from "../../i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { TextInput } from "../../ui/inputs/text-input.tsx";
import styles from "./auth.module.css";
import { AuthFrame } from "./auth-frame.tsx";
import { checkFields } from "./check-fields.ts";
import { keepFocus } from "./keep-focus.ts";
import { SignInNote } from "./sign-in-note.tsx";
import { SocialButtons } from "./social-buttons.tsx";
import { useSignIn } from "./use-sign-in.ts";

type Values = { email: string; password: string; confirmation: string };

const checkSchemas = checkFields<Values>({
  email: emailSchema,
  password: passwordSchema,
  confirmation: passwordSchema,
});
const check: Check<Values> = (values) => {
  const messages = checkSchemas(values);
  if (!messages.confirmation && values.confirmation !== values.password) {
    messages.confirmation = message("password.mismatch", currentLocale());
  }
  return messages;
};

/** A new account: always a customer, with a verification mail (UI-AUTH-009). */
export default function Register() {
  const { t } = useTranslation("identity");
  const signIn = useSignIn();
  const form = useCheckedForm<Values>(check, { email: "", password: "", confirmation: "" });
  const { errors, isValid } = form.formState;

  return (
    <AuthFrame title={t("register.title")}>
      <form
        noValidate
        className={styles.form}
        onSubmit={form.handleSubmit(({ email, password }) => signIn.signUp(email.trim(), password))}
      >
        <SignInNote problem={signIn.problem} />
        <TextInput
          label={t("email")}
          type="email"
          autoComplete="username"
          autoFocus
          error={errors.email?.message}
          {...form.register("email")}
        />
        <TextInput
          label={t("password")}
          type="password"
          autoComplete="new-password"
          help={t("passwordHelp")}
          error={errors.password?.message}
          {...form.register("password")}
        />
        <TextInput
          label={t("confirmation")}
          type="password"
          autoComplete="new-password"
          error={errors.confirmation?.message}
          {...form.register("confirmation")}
        />
        <Button type="submit" variant="primary" wide disabled={!isValid} busy={signIn.busy}>
          {t("signUp")}
        </Button>
      </form>
      <SocialButtons disabled={signIn.busy} onChoose={(provider) => void signIn.withProvider(provider)} />
      <p className={styles.end}>
        {t("register.known")}{" "}
        <Link to="/login" {...keepFocus}>
          {t("register.login")}
        </Link>
      </p>
    </AuthFrame>
  );
}
