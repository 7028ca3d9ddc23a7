import { useState } from "react";
import { loadSession } from "../../../api/enter-session.ts";
import { useCall } from "../../../api/use-call.ts";
import { formatDate } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { State } from "../../../ui/feedback/state.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { DisableFactorDialog } from "./disable-factor-dialog.tsx";
import { RenewCodesDialog } from "./renew-codes-dialog.tsx";
import styles from "./second-factor.module.css";
import { SetUpFactorDialog } from "./set-up-factor-dialog.tsx";

/** From this number on, the user is asked to create new recovery codes. */
const few = 3;

/** The user's second factor: set up, renew, turn off. */
export function SecondFactorCard({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation("second-factor");
  const factor = useCall("showSecondFactor");
  const [open, setOpen] = useState<"setUp" | "renew" | "disable" | null>(null);
  const { data } = factor;

  async function close() {
    setOpen(null);
    await factor.refetch();
    await loadSession();
  }

  return (
    <Card title={t("title")}>
      {factor.error && !data && (
        <ErrorState title={t("failed")} error={factor.error} onRetry={() => void factor.refetch()} />
      )}
      {!factor.error && !data && <SkeletonRows rows={2} />}
      {data && !data.enabled_at && (
        <div className={styles.body}>
          {data.is_required ? (
            <Note tone="warn">{t("off.required")}</Note>
          ) : (
            <State shape="draft">{t("off.state")}</State>
          )}
          <p className={styles.second}>{t("off.text")}</p>
          <Button wide onClick={() => setOpen("setUp")}>
            {t("off.begin")}
          </Button>
        </div>
      )}
      {data?.enabled_at && (
        <div className={styles.body}>
          <State shape="on" detail={t("on.since", { date: formatDate(data.enabled_at) })}>
            {t("on.state")}
          </State>
          <p className={styles.second}>{t("on.left", { count: data.recovery_codes_left })}</p>
          {data.recovery_codes_left < few && <Note tone="warn">{t("on.few")}</Note>}
          <div className={styles.buttons}>
            <Button onClick={() => setOpen("renew")}>{t("on.renew")}</Button>
            {!data.is_required && <Button onClick={() => setOpen("disable")}>{t("on.disable")}</Button>}
          </div>
        </div>
      )}
      {open === "setUp" && <SetUpFactorDialog onClose={() => void close()} />}
      {open === "renew" && <RenewCodesDialog onClose={() => void close()} />}
      {open === "disable" && <DisableFactorDialog hasPassword={hasPassword} onClose={() => void close()} />}
    </Card>
  );
}
