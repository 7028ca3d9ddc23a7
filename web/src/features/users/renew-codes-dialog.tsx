import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../data/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { CodeInput, looksLikeCode } from "./code-input.tsx";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";
import { useCodeForm } from "./use-code-form.ts";

/** New recovery codes for a code of the app. */
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
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button type="submit" form="renew-codes" variant="primary" disabled={!looksLikeCode(code)} busy={form.busy}>
            {t("renew.submit")}
          </Button>
        </>
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
