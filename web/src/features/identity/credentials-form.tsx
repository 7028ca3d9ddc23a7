import type { FormEvent, KeyboardEvent, ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { TextInput } from "../../ui/inputs/text-input.tsx";
import styles from "./auth.module.css";
import { AuthFrame } from "./auth-frame.tsx";
import { keepFocus } from "./keep-focus.ts";
import { SignInNote } from "./sign-in-note.tsx";
import { SocialButtons } from "./social-buttons.tsx";
import type { useSignIn } from "./use-sign-in.ts";

type CredentialsFormProps = {
  title: string;
  signIn: ReturnType<typeof useSignIn>;
  email: UseFormRegisterReturn & { error: string | undefined };
  isValid: boolean;
  submit: string;
  onSubmit: (event: FormEvent) => void;
  /** The link to the other of the two screens, after a question. */
  other: { question: string; label: string; to: string };
  notice?: ReactNode;
  /** The password fields. */
  children: ReactNode;
};

/**
 * Enter submits at once. Left to itself, the browser ignores it while the button is disabled: until the last letter has
 * been validated.
 */
function submitByEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const isInField = event.target instanceof HTMLInputElement && !event.nativeEvent.isComposing;
  if (event.key !== "Enter" || !isInField) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

/** The frame shared by login and registration: e-mail, passwords, social sign-ins, and a link to the other screen. */
export function CredentialsForm(props: CredentialsFormProps) {
  const { title, signIn, email, isValid, submit, onSubmit, other, notice, children } = props;
  const { t } = useTranslation("identity");
  return (
    <AuthFrame title={title}>
      <form noValidate className={styles.form} onSubmit={onSubmit} onKeyDown={signIn.busy ? undefined : submitByEnter}>
        {notice}
        <SignInNote problem={signIn.problem} />
        <TextInput label={t("email")} type="email" autoComplete="username" autoFocus {...email} />
        {children}
        <Button type="submit" variant="primary" wide disabled={!isValid} busy={signIn.busy}>
          {submit}
        </Button>
      </form>
      <SocialButtons disabled={signIn.busy} onChoose={(provider) => void signIn.withProvider(provider)} />
      <p className={styles.end}>
        {other.question}{" "}
        <Link to={other.to} {...keepFocus}>
          {other.label}
        </Link>
      </p>
    </AuthFrame>
  );
}
