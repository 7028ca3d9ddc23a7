import { Check } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Icon } from "../../../ui/layout/icon.tsx";
import styles from "./wizard-steps.module.css";

type WizardStepsProps<Step> = {
  steps: readonly Step[];
  titleOf: (step: Step) => string;
  step: Step;
  /** Steps with nothing missing. */
  done: readonly Step[];
  onChoose?: (step: Step) => void;
};

const moves: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * The steps in a row; the current one is highlighted, done ones have a check mark and stay clickable. One stop for the
 * Tab key, so that forms are near; the arrow keys move between the steps. Where titles do not fit, only numbers
 * remain and the current title is below them.
 */
export function WizardSteps<Step extends string>({ steps, titleOf, step, done, onChoose }: WizardStepsProps<Step>) {
  const { t } = useTranslation("campaigns");
  const at = steps.indexOf(step);

  function move(event: KeyboardEvent<HTMLOListElement>) {
    const buttons = [...event.currentTarget.querySelectorAll("button")];
    const from = buttons.findIndex((button) => button.contains(document.activeElement));
    const next = buttons[from + (moves[event.key] ?? 0)];
    if (!(event.key in moves) || from < 0 || !next) return;
    event.preventDefault();
    next.focus();
  }
  return (
    <div className={styles.frame}>
      <ol className={styles.steps} onKeyDown={move}>
        {steps.map((each, index) => (
          <li key={each} className={each === step ? styles.on : done.includes(each) ? styles.done : undefined}>
            <button
              type="button"
              disabled={!onChoose}
              tabIndex={each === step ? 0 : -1}
              aria-current={each === step ? "step" : undefined}
              onClick={() => onChoose?.(each)}
            >
              <b>{done.includes(each) && each !== step ? <Icon of={Check} size={16} /> : index + 1}</b>
              <span className={styles.title}>{titleOf(each)}</span>
            </button>
          </li>
        ))}
      </ol>
      <p className={styles.current}>{t("stepOf", { step: at + 1, steps: steps.length, name: titleOf(step) })}</p>
    </div>
  );
}
