import { useSyncExternalStore } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import styles from "./snackbar.module.css";
import { closeSnackbar, currentSnack, onSnackChange, type SnackAction } from "./snackbar-store.ts";

/** Renders the current snackbar; there is one in the app. */
export function SnackbarHost() {
  const { t } = useTranslation("ui");
  const snack = useSyncExternalStore(onSnackChange, currentSnack);
  return (
    <div role="status" className={styles.host}>
      {snack && (
        <div key={snack.id} className={styles.snack}>
          <span className={styles.text}>{snack.text}</span>
          {snack.action && (
            <button type="button" className={styles.close} onClick={() => doAction(snack.action)}>
              {snack.action.label}
            </button>
          )}
          <button type="button" className={styles.close} onClick={closeSnackbar}>
            {t("close")}
          </button>
        </div>
      )}
    </div>
  );
}

function doAction(action: SnackAction | undefined): void {
  closeSnackbar();
  action?.act();
}
