import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import type { ReactNode } from "react";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Segmented } from "../../../ui/inputs/chip-group.tsx";
import { DateField } from "../../../ui/inputs/date-field.tsx";
import { todayOn } from "../../../ui/inputs/date-range.ts";
import { Field } from "../../../ui/inputs/field.tsx";
import styles from "./wizard.module.css";

type Period = Pick<Campaign, "start_on" | "end_on" | "pacing">;
type PeriodFieldsProps = {
  period: Period;
  change: (patch: Partial<Period>) => void;
  errors: Record<string, string>;
  /** The first day of a started campaign can change until it has come. */
  started?: boolean;
  /** An explanation below the days. */
  children?: ReactNode;
};

/** First day, last day and pacing. */
export function PeriodFields({ period, change, errors, started, children }: PeriodFieldsProps) {
  const { t } = useTranslation("campaigns");
  const { start_on, end_on, pacing } = period;
  // An old draft, or a copy of a past campaign.
  const isStartFixed = Boolean(started) && start_on !== null && start_on <= todayOn();
  const isPast = !started && start_on !== null && start_on < todayOn();
  return (
    <>
      <div className={styles.section}>
        <div className={styles.pair}>
          <DateField
            label={t("field.start")}
            disabled={isStartFixed}
            min={isStartFixed ? undefined : isPast ? (start_on ?? undefined) : todayOn()}
            help={isPast ? t("help.pastStart") : undefined}
            error={errors.start_on}
            value={start_on}
            onChange={(day) => change({ start_on: day, end_on })}
          />
          <DateField
            label={t("field.end")}
            min={start_on ?? todayOn()}
            error={errors.end_on}
            value={end_on}
            onChange={(day) => change({ start_on, end_on: day })}
          />
        </div>
        {children}
      </div>
      <div className={styles.section}>
        <Field label={t("field.pacing")} help={t(`help.pacing.${pacing}`)}>
          {() => (
            <Segmented
              label={t("field.pacing")}
              value={pacing}
              options={[
                { value: "even", label: t("pacing.even") },
                { value: "ahead", label: t("pacing.ahead") },
              ]}
              onChange={(value) => change({ pacing: value })}
            />
          )}
        </Field>
      </div>
    </>
  );
}
