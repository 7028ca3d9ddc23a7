import { useEffect, useRef, useState } from "react";
import { call } from "../../../api/api.ts";
import { ApiError } from "../../../api/api-error.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";
import { QrCode } from "../../../ui/qr-code.tsx";
import { CodeInput, isAppCode } from "./code-input.tsx";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";
import styles from "./second-factor.module.css";
import { useCodeForm } from "./use-code-form.ts";

/** The setup: QR code, first code, recovery codes. */
export function SetUpFactorDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("second-factor");
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const [code, setCode] = useState("");
  const [codes, setCodes] = useState<string[] | null>(null);
  const form = useCodeForm();
  const asked = useRef(false);

  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    call("beginSecondFactor").then(setBegun, setFailure);
  }, []);

  async function confirm() {
    const answer = await form.run(() => call("confirmSecondFactor", { body: { code } }));
    if (answer) setCodes(answer.recovery_codes);
  }

  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  return (
    <Dialog
      open
      title={t("setUp.title")}
      lead={t("setUp.lead")}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} form="set-up-factor" disabled={!isAppCode(code)} busy={form.busy}>
          {t("setUp.submit")}
        </DialogActions>
      }
    >
      {failure && (
        <ErrorState title={t("setUp.failed")} error={failure}>
          {failure instanceof ApiError && failure.status === 409 ? failure.message : undefined}
        </ErrorState>
      )}
      {!failure && !begun && <SkeletonRows rows={5} />}
      {begun && (
        <form
          id="set-up-factor"
          noValidate
          className={styles.body}
          onSubmit={(event) => {
            event.preventDefault();
            void confirm();
          }}
        >
          <QrCode text={begun.uri} label={t("setUp.qr")} />
          <p className={styles.secret}>
            {t("setUp.secret")} <span className={styles.key}>{begun.secret.match(/.{4}/g)?.join(" ")}</span>
          </p>
          <CodeInput value={code} onChange={setCode} error={form.problem.code} />
        </form>
      )}
    </Dialog>
  );
}
