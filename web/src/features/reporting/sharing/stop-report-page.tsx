import { useMutation } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { call } from "../../../api/api.ts";
import { ApiError } from "../../../api/api-error.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Logo } from "../../../ui/layout/logo.tsx";
import text from "../../../ui/layout/text.module.css";
import styles from "./shared-report.module.css";

/** Ends a scheduled report, or switches off an alert, from the link in its e-mail. Needs a click, because mail scanners open every link. */
export function StopReportPage() {
  const { t } = useTranslation("reporting");
  const [params] = useSearchParams();
  const isAlert = params.get("about") === "alert";
  const { t: tAlert } = useTranslation("alerts");
  const textOf = (key: "stopTitle" | "stopNow" | "stopped" | "stopFailed") =>
    isAlert ? tAlert(key) : t(`mails.${key}`);
  const stop = useMutation({
    mutationFn: () =>
      call("stopReportMail", { body: { id: params.get("id") ?? "", token: params.get("token") ?? "" } }),
  });
  // A truncated link does not identify a report either.
  const isGone = stop.error instanceof ApiError && (stop.error.status === 404 || stop.error.status === 422);
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <Logo />
      </header>
      <main className={styles.main}>
        <div className={styles.door}>
          <Card>
            <h1 className={text.title}>{textOf("stopTitle")}</h1>
            {stop.isSuccess || isGone ? (
              <Note tone={isGone ? "warn" : "ok"} className={styles.note}>
                {textOf(isGone ? "stopFailed" : "stopped")}
              </Note>
            ) : (
              <div className={styles.form}>
                {stop.error && <Note tone="error">{stop.error.message}</Note>}
                <Button variant="primary" busy={stop.isPending} onClick={() => stop.mutate()}>
                  {textOf("stopNow")}
                </Button>
              </div>
            )}
          </Card>
        </div>
      </main>
    </div>
  );
}
