import { emailSchema } from "@litfass/contract/kernel/validation";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { useCheckedForm } from "../../api/contract-form.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { TextInput } from "../../ui/inputs/text-input.tsx";
import styles from "./auth.module.css";
import { AuthFrame } from "./auth-frame.tsx";
import { checkFields } from "./check-fields.ts";
import { keepFocus } from "./keep-focus.ts";
import { SecondFactorStep } from "./second-factor-step.tsx";
import { SignInNote } from "./sign-in-note.tsx";
import { SocialButtons } from "./social-buttons.tsx";
import { useSignIn } from "./use-sign-in.ts";

/** Sign in with e-mail and password or a social account (UI-AUTH-008), then with the second factor if there is one. */
export default function Login() {
  const [params] = useSearchParams();
  return params.get("step") === "code" ? (
    <SecondFactorStep />
  ) : (
    <FirstStep isConfirmed={params.get("verified") === "1"} />
  );
}

/** @param isConfirmed the user has just followed the link of a verification e-mail */
function FirstStep({ isConfirmed }: { isConfirmed: boolean }) {
  const { t, i18n } = useTranslation("identity");
  const signIn = useSignIn();
  const check = useMemo(
    () => checkFields<{ email: string; password: string }>({ email: emailSchema }, { password: t("password") }),
    [t],
  );
  const form = useCheckedForm(check, { email: "", password: "" });
  const { errors, isValid } = form.formState;

  return (
    <AuthFrame title={t("login.title")} key={i18n.language}>
      <form
        noValidate
        className={styles.form}
        onSubmit={form.handleSubmit(({ email, password }) => signIn.withPassword(email.trim(), password))}
      >
        {isConfirmed && !signIn.problem && <Note tone="ok">{t("login.emailConfirmed")}</Note>}
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
          autoComplete="current-password"
          aside={
            <Link to="/forgot-password" {...keepFocus}>
              {t("login.forgot")}
            </Link>
          }
          error={errors.password?.message}
          {...form.register("password")}
        />
        <Button type="submit" variant="primary" wide disabled={!isValid} busy={signIn.busy}>
          {t("login.submit")}
        </Button>
      </form>
      <SocialButtons disabled={signIn.busy} onChoose={(provider) => void signIn.withProvider(provider)} />
      <p className={styles.end}>
        {t("login.new")}{" "}
        <Link to="/register" {...keepFocus}>
          {t("login.register")}
        </Link>
      </p>
    </AuthFrame>
  );
}
