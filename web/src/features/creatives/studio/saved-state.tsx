import { Check, Lock } from "lucide-react";
import { formatDateTime } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/layout/icon.tsx";
import styles from "./studio.module.css";
import type { Filling } from "./use-filling.ts";

/** The banner's save state in one short sentence. */
export function SavedState({ filling, readOnly }: { filling: Filling; readOnly: boolean }) {
  const { t } = useTranslation("creatives");
  return (
    <span className={styles.saved} role="status">
      {readOnly ? (
        <>
          <Icon of={Lock} size={16} />
          {t("studio.readOnly")}
        </>
      ) : filling.failed ? (
        <span className={styles.bad}>
          {t("studio.notSaved", { reason: filling.failed })}{" "}
          <Button variant="quiet" small onClick={filling.retry}>
            {t("studio.retry")}
          </Button>
        </span>
      ) : filling.saving ? (
        t("studio.saving")
      ) : Object.keys(filling.errors).length > 0 ? (
        t("studio.partlySaved")
      ) : (
        filling.savedAt && (
          <>
            <Icon of={Check} size={16} className={styles.fine} />
            {t("studio.saved", { at: formatDateTime(filling.savedAt).replace(" ", "\u00a0") })}
          </>
        )
      )}
    </span>
  );
}
