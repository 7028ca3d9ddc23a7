import { useEffect, useState } from "react";
import { Link } from "react-router";
import { call } from "../../api/api.ts";
import { loadSession } from "../../api/enter-session.ts";
import { useSignedInUser } from "../../api/session.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import styles from "./auth.module.css";
import { AuthFrame } from "./auth-frame.tsx";
import { signOut } from "./sign-out.ts";

const pollMs = 4000;

/**
 * Asks an unverified user to open the link in the e-mail; continues automatically once the address is confirmed
 * (ROUTE-009).
 */
export default function VerifyEmail() {
  const { t } = useTranslation("identity");
  const { email } = useSignedInUser();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    const timer = setInterval(() => void loadSession(), pollMs);
    return () => clearInterval(timer);
  }, []);

  async function resend(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      showSnackbar((await call("sendVerification")).message);
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <AuthFrame title={t("verify.title")} lead={t("verify.lead", { email })}>
      <div className={styles.form}>
        {problem && <Note tone="error">{problem}</Note>}
        <p>{t("verify.text")}</p>
        <Button variant="primary" wide busy={busy} onClick={() => void resend()}>
          {t("verify.resend")}
        </Button>
        <Button wide onClick={() => void signOut()}>
          {t("verify.signOut")}
        </Button>
      </div>
      <p className={styles.end}>
        {t("verify.wrong")} <Link to="/account">{t("verify.account")}</Link>
      </p>
    </AuthFrame>
  );
}
