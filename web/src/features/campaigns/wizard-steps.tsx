import type { WizardStep } from "@litfass/contract/campaigns";
import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../ui/icon.tsx";
import styles from "./wizard.module.css";

type WizardStepsProps = {
  steps: readonly WizardStep[];
  titleOf: (step: WizardStep) => string;
  step: WizardStep;
  /** Steps with nothing missing. */
  done: readonly WizardStep[];
  onChoose?: (step: WizardStep) => void;
};

/** The steps in one strip; the current one is the block, done ones carry a check and stay clickable. */
export function WizardSteps({ steps, titleOf, step, done, onChoose }: WizardStepsProps) {
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
