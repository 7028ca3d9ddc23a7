import { useRef, useState } from "react";
import { Link } from "react-router";
import { call } from "../../api/api.ts";
import { ApiError, firstMessage } from "../../api/api-error.ts";
import { enterSession } from "../../api/enter-session.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { TextInput } from "../../ui/inputs/text-input.tsx";
import styles from "./auth.module.css";
import { AuthFrame } from "./auth-frame.tsx";

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function SecondFactorStep() {
  const { t } = useTranslation("second-factor");
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState<string | undefined>();
  const [problem, setProblem] = useState<string | null>(null);
  const isWhole = recovery ? /^[a-z2-7]{16}$/i.test(code.replaceAll(/[\s-]/g, "")) : /^\d{6}$/.test(code.trim());

  async function send(): Promise<void> {
    setBusy(true);
    setWrong(undefined);
    setProblem(null);
    try {
      await enterSession(await call("verifySecondFactor", { body: { code } }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const atCode = firstMessage(error, "code");
      if (atCode) setWrong(atCode);
      else setProblem(error.status === 429 ? t("step.wait") : error.message);
      setCode("");
      form.current?.querySelector("input")?.focus();
    } finally {
      setBusy(false);
    }
  }

  return (
    <AuthFrame title={t("step.title")} lead={t(recovery ? "step.leadRecovery" : "step.lead")}>
      <form
        ref={form}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {problem && <Note tone="error">{problem}</Note>}
        <TextInput
          key={recovery ? "recovery" : "code"}
          label={t(recovery ? "step.recovery" : "step.code")}
          autoComplete="one-time-code"
          inputMode={recovery ? "text" : "numeric"}
          autoFocus
          maxLength={recovery ? 24 : 7}
          value={code}
          error={wrong}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" variant="primary" wide disabled={!isWhole} busy={busy}>
          {t("step.submit")}
        </Button>
        <Button
          variant="quiet"
          wide
          onClick={() => {
            setRecovery(!recovery);
            setCode("");
            setWrong(undefined);
          }}
        >
          {t(recovery ? "step.useCode" : "step.useRecovery")}
        </Button>
      </form>
      <p className={styles.end}>
        <Link to="/login">{t("step.back")}</Link>
      </p>
    </AuthFrame>
  );
}
