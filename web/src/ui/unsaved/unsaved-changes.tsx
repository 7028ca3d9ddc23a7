import { createContext, useContext, useEffect, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { ConfirmDialog } from "../overlays/confirm-dialog.tsx";
import type { GuardedHistory } from "./guarded-history.ts";

/** The app's history; without one, as in tests of single screens, nothing is held back. */
export const HistoryContext = createContext<GuardedHistory | null>(null);

/**
 * While `when` is true, asks before the user leaves the screen, because the input would be lost. The browser asks before
 * the page is closed or reloaded.
 */
export function UnsavedChanges({ when }: { when: boolean }) {
  const { t } = useTranslation("ui");
  const history = useContext(HistoryContext);
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!when) return;
    const release = history?.guard((go) => setLeave(() => go));
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => {
      release?.();
      window.removeEventListener("beforeunload", warn);
    };
  }, [when, history]);
  return (
    <ConfirmDialog
      open={leave !== null}
      title={t("unsaved.title")}
      lead={t("unsaved.text")}
      action={t("unsaved.leave")}
      onConfirm={() => leave?.()}
      onClose={() => setLeave(null)}
    />
  );
}
