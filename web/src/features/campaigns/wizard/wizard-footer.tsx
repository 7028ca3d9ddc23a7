import { Check } from "lucide-react";
import { formatDateTime } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { Icon } from "../../../ui/layout/icon.tsx";
import type { Draft } from "./use-draft.ts";
import styles from "./wizard.module.css";

type WizardFooterProps = {
  draft: Pick<Draft, "saving" | "savedAt" | "failed" | "flush"> & Partial<Pick<Draft, "errors">>;
  /** Inside a card, with a hairline above. */
  inset?: boolean;
  /** The step says itself when its content was saved. */
  hidesSaved?: boolean;
  onBack: () => void;
  next: { label: string; onPress: () => void } | null;
  /** Of a started campaign, whose changes are saved together: null without changes. */
  staged?: { onSave: () => void; onDiscard: () => void } | null | undefined;
};

/** Back at the left, the save state, and the one primary button at the right. */
export function WizardFooter({ draft, inset, hidesSaved, onBack, next, staged }: WizardFooterProps) {
  const { t } = useTranslation("campaigns");
  return (
    <div className={classNames(styles.foot, inset && styles.inset)}>
      <Button onClick={onBack}>{t("wizard.back")}</Button>
      <span className={styles.saved} role="status">
        {staged !== undefined ? (
          staged ? (
            <>
              {t("change.unsaved")}
              <Button variant="quiet" small onClick={staged.onDiscard}>
                {t("change.discard")}
              </Button>
            </>
          ) : (
            t("change.none")
          )
        ) : draft.failed ? (
          <span className={styles.bad}>
            {t("wizard.notSaved", { reason: draft.failed })}{" "}
            <Button variant="quiet" small onClick={() => void draft.flush()}>
              {t("wizard.retry")}
            </Button>
          </span>
        ) : draft.saving ? (
          t("wizard.saving")
        ) : Object.keys(draft.errors ?? {}).length > 0 ? (
          t("wizard.partlySaved")
        ) : (
          draft.savedAt &&
          !hidesSaved && (
            <>
              <Icon of={Check} size={16} />
              {t("wizard.saved", { at: formatDateTime(draft.savedAt).replace(" ", "\u00a0") })}
            </>
          )
        )}
      </span>
      {next && (
        <Button variant={staged === undefined ? "primary" : undefined} onClick={next.onPress}>
          {next.label}
        </Button>
      )}
      {staged && (
        <Button variant="primary" className={styles.save} onClick={staged.onSave}>
          {t("change.check")}
        </Button>
      )}
    </div>
  );
}
