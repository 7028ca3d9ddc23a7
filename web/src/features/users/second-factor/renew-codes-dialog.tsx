import { useState } from "react";
import { call } from "../../../api/api.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";
import { CodeInput, isAppCode } from "./code-input.tsx";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";
import { useCodeForm } from "./use-code-form.ts";

/** Issues new recovery codes in exchange for an app code. */
export function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("second-factor");
  const [code, setCode] = useState("");
  const [codes, setCodes] = useState<string[] | null>(null);
  const form = useCodeForm();

  async function renew() {
    const answer = await form.run(() => call("renewRecoveryCodes", { body: { code } }));
    if (answer) setCodes(answer.recovery_codes);
  }

  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  return (
    <Dialog
      open
      title={t("renew.title")}
      lead={t("renew.lead")}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} form="renew-codes" disabled={!isAppCode(code)} busy={form.busy}>
          {t("renew.submit")}
        </DialogActions>
      }
    >
      <form
        id="renew-codes"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void renew();
        }}
      >
        <CodeInput value={code} onChange={setCode} error={form.problem.code} />
      </form>
    </Dialog>
  );
}
