import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../api/api.ts";
import { loadSession } from "../../api/enter-session.ts";
import { useSignedInUser } from "../../api/session.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { Card } from "../../ui/layout/card.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import styles from "./auth.module.css";

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
    <>
      <PageHeading lead={t("verify.lead", { email })}>{t("verify.title")}</PageHeading>
      <Card className={styles.notice}>
        <Stack>
          {problem && <Note tone="error">{problem}</Note>}
          <p>{t("verify.text")}</p>
          <Row>
            <Button variant="primary" busy={busy} onClick={() => void resend()}>
              {t("verify.resend")}
            </Button>
            <ButtonLink to="/account">{t("verify.account")}</ButtonLink>
          </Row>
        </Stack>
      </Card>
    </>
  );
}
