import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { call } from "../../../api/api.ts";
import { ApiError, firstMessage } from "../../../api/api-error.ts";
import { saveBlob } from "../../../api/save-blob.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { TextInput } from "../../../ui/inputs/text-input.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Logo } from "../../../ui/layout/logo.tsx";
import text from "../../../ui/layout/text.module.css";
import styles from "./shared-report.module.css";
import { SharedReport } from "./shared-report.tsx";

/** A shared report: the password first, then the figures. For visitors without an account. */
export function SharedReportPage() {
  const { t } = useTranslation("reporting");
  const { token = "" } = useParams();
  const [password, setPassword] = useState("");
  const open = useMutation({
    mutationFn: () => call("openSharedReport", { body: { token, password } }),
  });
  const pdf = useMutation({
    mutationFn: () => call("printSharedReport", { body: { token, password } }),
    onSuccess: (file) => saveBlob(file, `report-${open.data?.from}-${open.data?.to}.pdf`),
    onError: (error) => showSnackbar(error.message),
  });
  const wrong = open.error && firstMessage(open.error, "password");
  // A truncated link is invalid, whatever the password.
  const isCut = open.error instanceof ApiError && open.error.status === 422 && !wrong;
  const isGone = isCut || (open.error instanceof ApiError && open.error.status === 404);
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <Logo />
      </header>
      <main className={styles.main}>
        {open.data ? (
          <SharedReport report={open.data} onSave={() => pdf.mutate()} busy={pdf.isPending} />
        ) : (
          <div className={styles.door}>
            <Card>
              <h1 className={text.title}>{t("shared.title")}</h1>
              {isGone ? (
                <Note tone="warn" className={styles.note}>
                  {t("shared.gone")}
                </Note>
              ) : (
                <form
                  className={styles.form}
                  onSubmit={(event) => {
                    event.preventDefault();
                    open.mutate();
                  }}
                >
                  <p className={text.secondary}>{t("shared.lead")}</p>
                  {open.error && !wrong && <Note tone="error">{open.error.message}</Note>}
                  <TextInput
                    label={t("share.password")}
                    type="password"
                    autoComplete="off"
                    value={password}
                    error={wrong ?? undefined}
                    onChange={(event) => setPassword(event.target.value)}
                  />
                  <Button type="submit" variant="primary" busy={open.isPending} disabled={password === ""}>
                    {t("shared.open")}
                  </Button>
                </form>
              )}
            </Card>
          </div>
        )}
      </main>
    </div>
  );
}
