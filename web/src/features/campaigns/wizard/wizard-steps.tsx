import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
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

/** The steps in a row; the current one is highlighted, done ones have a check mark and stay clickable. */
export function WizardSteps<Step extends string>({ steps, titleOf, step, done, onChoose }: WizardStepsProps<Step>) {
  const { t } = useTranslation("campaigns");
  const at = steps.indexOf(step);
  return (
    <>
      <ol className={styles.steps}>
        {steps.map((each, index) => (
          <li key={each} className={each === step ? styles.on : done.includes(each) ? styles.done : undefined}>
            <button
              type="button"
              disabled={!onChoose}
              aria-current={each === step ? "step" : undefined}
              onClick={() => onChoose?.(each)}
            >
              <b>{done.includes(each) && each !== step ? <Icon of={Check} size={16} /> : index + 1}</b>
              {titleOf(each)}
            </button>
          </li>
        ))}
      </ol>
      <p className={styles.narrow}>{t("stepOf", { step: at + 1, steps: steps.length, name: titleOf(step) })}</p>
    </>
  );
}
