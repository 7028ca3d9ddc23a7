import { emailSchema } from "@litfass/contract/kernel/validation";
import { useMemo } from "react";
import { Link, useSearchParams } from "react-router";
import { useCheckedForm } from "../../api/contract-form.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Note } from "../../ui/feedback/note.tsx";
import { TextInput } from "../../ui/inputs/text-input.tsx";
import { checkFields } from "./check-fields.ts";
import { CredentialsForm } from "./credentials-form.tsx";
import { keepFocus } from "./keep-focus.ts";
import { SecondFactorStep } from "./second-factor-step.tsx";
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
    <CredentialsForm
      key={i18n.language}
      title={t("login.title")}
      signIn={signIn}
      email={{ ...form.register("email"), error: errors.email?.message }}
      isValid={isValid}
      submit={t("login.submit")}
      onSubmit={form.handleSubmit(({ email, password }) => signIn.withPassword(email.trim(), password))}
      other={{ question: t("login.new"), label: t("login.register"), to: "/register" }}
      notice={isConfirmed && !signIn.problem && <Note tone="ok">{t("login.emailConfirmed")}</Note>}
    >
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
    </CredentialsForm>
  );
}
