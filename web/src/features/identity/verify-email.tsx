import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { call } from "../../data/api.ts";
import { loadSession } from "../../data/enter-session.ts";
import { useSignedInUser } from "../../data/session.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { PageHeading, Sheet } from "../../ui/sheet.tsx";
import { showSnackbar } from "../../ui/snackbar-store.ts";

const lookAgainMs = 4000;

/** Asks an unverified user for the link of the mail; moves on by itself once the address is confirmed (ROUTE-009). */
export default function VerifyEmail() {
  const { t } = useTranslation("identity");
  const { email } = useSignedInUser();
  const [params] = useSearchParams();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const code = params.get("oobCode");

  useEffect(() => {
    const timer = setInterval(() => void loadSession(), lookAgainMs);
    return () => clearInterval(timer);
  }, []);

  useEffect(() => {
    if (!code) return;
    import("./firebase.ts")
      .then(({ confirmEmail }) => confirmEmail(code))
      .then(loadSession)
      .catch((error: unknown) => {
        console.error(error);
        setProblem(t("verify.stale"));
      });
  }, [code, t]);

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
    <>
      <PageHeading lead={t("verify.lead", { email })}>{t("verify.title")}</PageHeading>
      {problem && <Note tone="error">{problem}</Note>}
      <Sheet>
        <p>{t("verify.text")}</p>
        <p>
          <Link to="/account">{t("verify.account")}</Link>
        </p>
        <Button variant="primary" busy={busy} onClick={() => void resend()}>
          {t("verify.resend")}
        </Button>
      </Sheet>
    </>
  );
}
