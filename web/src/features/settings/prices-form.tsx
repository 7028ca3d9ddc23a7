import { pricesChangeSchema } from "@litfass/contract/settings/settings-endpoints";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../api/api.ts";
import { useCheckedForm } from "../../api/contract-form.ts";
import { useChange } from "../../api/use-call.ts";
import { amountOf } from "../../i18n/parse-amount.ts";
import { Note } from "../../ui/feedback/note.tsx";
import { TextInput } from "../../ui/inputs/text-input.tsx";
import { Columns } from "../../ui/layout/layout.tsx";
import { checkChange } from "./check-change.ts";
import { settingsReads } from "./save-settings.ts";
import { SettingsForm } from "./settings-form.tsx";

type Current = CallResult<"showOperatorSettings">["prices"];
const currencies = ["CHF", "EUR"] as const;
const plans = ["starter", "standard", "advanced"] as const;

/** Amounts as typed. */
type Typed = { price_per_month: string };
type Values = {
  version: number;
  note: string;
  settings: {
    cpm: Record<(typeof currencies)[number], string>;
    plans: Record<(typeof plans)[number], Typed>;
    banner_set: string;
    minimum_top_up: string;
  };
};

// A text that is no amount fails the contract's check at its field.
const numberOf = (text: string): number => amountOf(text) ?? Number.NaN;
const planOf = ({ price_per_month }: Typed) => ({ price_per_month: numberOf(price_per_month) });
const bodyOf = ({ version, note, settings: { cpm, plans, banner_set, minimum_top_up } }: Values) => ({
  version,
  note,
  settings: {
    cpm: { CHF: numberOf(cpm.CHF), EUR: numberOf(cpm.EUR) },
    plans: {
      starter: planOf(plans.starter),
      standard: planOf(plans.standard),
      advanced: planOf(plans.advanced),
    },
    banner_set: numberOf(banner_set),
    minimum_top_up: numberOf(minimum_top_up),
  },
});
const typed = (plan: { price_per_month: number }): Typed => ({ price_per_month: String(plan.price_per_month) });

/** The price list: CPM by currency, the plans, and custom banner sets. */
export function PricesForm({ current }: { current: Current }) {
  const { t } = useTranslation("settings");
  const check = useMemo(() => {
    const checkBody = checkChange<unknown>(pricesChangeSchema, t);
    return (values: Values) => checkBody(bodyOf(values));
  }, [t]);
  const { cpm, plans: now, banner_set, minimum_top_up } = current.settings;
  const form = useCheckedForm<Values>(check, {
    version: current.version,
    note: "",
    settings: {
      cpm: { CHF: String(cpm.CHF), EUR: String(cpm.EUR) },
      plans: { starter: typed(now.starter), standard: typed(now.standard), advanced: typed(now.advanced) },
      banner_set: String(banner_set),
      minimum_top_up: String(minimum_top_up),
    },
  });
  const change = useChange("changePrices", settingsReads);
  const { errors } = form.formState;
  return (
    <SettingsForm section="prices" form={form} onSave={(values) => change.mutateAsync({ body: bodyOf(values) })}>
      <Note>{t("prices.lead")}</Note>
      <Columns least={240}>
        {currencies.map((currency) => (
          <TextInput
            key={currency}
            label={t("prices.cpm", { currency })}
            prefix={currency}
            inputMode="decimal"
            autoComplete="off"
            error={errors.settings?.cpm?.[currency]?.message}
            {...form.register(`settings.cpm.${currency}`)}
          />
        ))}
      </Columns>
      <Columns least={240}>
        {plans.map((plan) => (
          <TextInput
            key={plan}
            label={t("prices.perMonth", { plan: t(`prices.plan.${plan}`) })}
            prefix="CHF/€"
            inputMode="decimal"
            autoComplete="off"
            error={errors.settings?.plans?.[plan]?.price_per_month?.message}
            {...form.register(`settings.plans.${plan}.price_per_month`)}
          />
        ))}
        <TextInput
          label={t("prices.bannerSet")}
          prefix="CHF/€"
          inputMode="decimal"
          autoComplete="off"
          error={errors.settings?.banner_set?.message}
          {...form.register("settings.banner_set")}
        />
        <TextInput
          label={t("prices.minimumTopUp")}
          help={t("prices.minimumTopUpHelp")}
          prefix="CHF/€"
          inputMode="decimal"
          autoComplete="off"
          error={errors.settings?.minimum_top_up?.message}
          {...form.register("settings.minimum_top_up")}
        />
      </Columns>
    </SettingsForm>
  );
}
