import { type AlertRule, alertKinds } from "@litfass/contract/reporting/alerts";
import { useState } from "react";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { AmountInput } from "../../../ui/inputs/amount-input.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { TextInput } from "../../../ui/inputs/text-input.tsx";
import { type AlertValues, ruleOf } from "./alert-values.ts";
import styles from "./alerts.module.css";

type AlertFormProps = {
  initial: AlertValues;
  /** The campaign that is offered besides all of them; null where there is none, or where the alert exists. */
  campaign: { id: number; name: string } | null;
  currency: string | null;
  busy: boolean;
  submit: string;
  onSubmit: (rule: AlertRule, campaign: number | null) => void;
  onCancel: () => void;
};

/** The kind of an alert, its limits, and for which campaigns it is. */
export function AlertForm({ initial, campaign, currency, busy, submit, onSubmit, onCancel }: AlertFormProps) {
  const { t } = useTranslation("alerts");
  const [values, setValues] = useState(initial);
  const [about, setAbout] = useState<"one" | "all">(campaign ? "one" : "all");
  const change = (next: Partial<AlertValues>) => setValues((now) => ({ ...now, ...next }));
  const rule = ruleOf(values);
  const field = (name: "ctr" | "impressions" | "hours" | "used", suffix?: string) => (
    <TextInput
      label={t(`field.${name}`)}
      inputMode="decimal"
      autoComplete="off"
      suffix={suffix}
      value={values[name]}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  );
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (rule) onSubmit(rule, about === "one" && campaign ? campaign.id : null);
      }}
    >
      <Select
        label={t("field.kind")}
        value={values.kind}
        options={alertKinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
        onChange={(kind) => change({ kind })}
      />
      {values.kind === "daily_spend" && (
        <AmountInput
          label={t("field.amount")}
          currency={currency ?? undefined}
          value={values.amount}
          onChange={(amount) => change({ amount })}
        />
      )}
      {values.kind === "low_ctr" && (
        <>
          {field("ctr", "%")}
          {field("impressions")}
        </>
      )}
      {values.kind === "silent" && field("hours")}
      {values.kind === "budget_used" && field("used", "%")}
      {campaign && (
        <Select
          label={t("field.about")}
          value={about}
          options={[
            { value: "one", label: campaign.name },
            { value: "all", label: t("all") },
          ]}
          onChange={setAbout}
        />
      )}
      <div className={styles.buttons}>
        <Button onClick={onCancel}>{t("cancel")}</Button>
        <Button type="submit" variant="primary" busy={busy} disabled={rule === null}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
