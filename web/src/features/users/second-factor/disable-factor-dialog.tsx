import { useState } from "react";
import { call } from "../../../api/api.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { TextInput } from "../../../ui/inputs/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";
import { CodeInput } from "./code-input.tsx";
import styles from "./second-factor.module.css";
import { useCodeForm } from "./use-code-form.ts";

/** Turns off the second factor with a code and, if there is one, the password. */
export function DisableFactorDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const { t } = useTranslation("second-factor");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const form = useCodeForm();

  async function disable() {
    const body = hasPassword ? { password, code } : { code };
    const done = await form.run(async () => {
      await call("disableSecondFactor", { body });
      return true;
    });
    if (!done) return;
    showSnackbar(t("disable.done"));
    onClose();
  }

  return (
    <Dialog
      open
      title={t("disable.title")}
      lead={t(hasPassword ? "disable.lead" : "disable.leadSocial")}
      onClose={onClose}
      actions={
        <DialogActions
          onCancel={onClose}
          form="disable-factor"
          variant="danger"
          disabled={code.trim() === "" || (hasPassword && password === "")}
          busy={form.busy}
        >
          {t("disable.submit")}
        </DialogActions>
      }
    >
      <form
        id="disable-factor"
        noValidate
        className={styles.body}
        onSubmit={(event) => {
          event.preventDefault();
          void disable();
        }}
      >
        {hasPassword && (
          <TextInput
            label={t("field.password")}
            type="password"
            autoComplete="current-password"
            value={password}
            error={form.problem.password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
        <CodeInput recovery value={code} onChange={setCode} error={form.problem.code} />
      </form>
    </Dialog>
  );
}
