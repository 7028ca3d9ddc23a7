import { message } from "@litfass/contract/kernel/messages";
import { emailSchema, passwordSchema } from "@litfass/contract/kernel/validation";
import { type Check, useCheckedForm } from "../../api/contract-form.ts";
import { currentLocale } from "../../i18n/i18n.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { TextInput } from "../../ui/inputs/text-input.tsx";
import { checkFields } from "./check-fields.ts";
import { CredentialsForm } from "./credentials-form.tsx";
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

/** Creates an account: always a customer, with a verification e-mail (UI-AUTH-009). */
export default function Register() {
  const { t } = useTranslation("identity");
  const signIn = useSignIn();
  const form = useCheckedForm<Values>(check, { email: "", password: "", confirmation: "" });
  const { errors, isValid } = form.formState;

  return (
    <CredentialsForm
      title={t("register.title")}
      signIn={signIn}
      email={{ ...form.register("email"), error: errors.email?.message }}
      isValid={isValid}
      submit={t("signUp")}
      onSubmit={form.handleSubmit(({ email, password }) => signIn.signUp(email.trim(), password))}
      other={{ question: t("register.known"), label: t("register.login"), to: "/login" }}
    >
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
    </CredentialsForm>
  );
}
