import { Copy, Download } from "lucide-react";
import { saveBlob } from "../../../api/save-blob.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import styles from "./second-factor.module.css";

/** Shows recovery codes, once: only its button closes it. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useTranslation("second-factor");
  const text = `${codes.join("\n")}\n`;

  async function copy() {
    await navigator.clipboard.writeText(text);
    showSnackbar(t("codes.copied"));
  }

  return (
    <Dialog
      open
      persistent
      title={t("codes.title")}
      lead={t("codes.lead")}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t("codes.done")}
        </Button>
      }
    >
      <div className={styles.body}>
        <ul aria-label={t("codes.label")} className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={styles.buttons}>
          <Button icon={Copy} onClick={() => void copy()}>
            {t("codes.copy")}
          </Button>
          <Button icon={Download} onClick={() => saveBlob(new Blob([text], { type: "text/plain" }), t("codes.file"))}>
            {t("codes.download")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
