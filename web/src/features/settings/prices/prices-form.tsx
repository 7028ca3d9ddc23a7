import type { Language } from "@litfass/contract/kernel/language";
import { pricesChangeSchema } from "@litfass/contract/settings/settings-endpoints";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import type { CallResult } from "../../../api/api.ts";
import { useCheckedForm, withPaths } from "../../../api/contract-form.ts";
import { useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { TextArea, TextInput } from "../../../ui/inputs/text-input.tsx";
import { Columns } from "../../../ui/layout/layout.tsx";
import { checkChange } from "../check-change.ts";
import { settingsReads } from "../save-settings.ts";
import { SettingsForm } from "../settings-form.tsx";
import { BenefitFields } from "./benefit-fields.tsx";
import { CurrencyFields } from "./currency-fields.tsx";
import { DiscountFields } from "./discount-fields.tsx";
import { bodyOf, type PriceValues, typedPrices } from "./prices-values.ts";
import { currencyPath, pricedPlans, sharedLabel } from "./typed-currencies.ts";

type Current = CallResult<"showOperatorSettings">["prices"];

/**
 * The price list: CPM by currency, the plans with their discounts and benefits, custom banner sets, and the bonus of large payments.
 */
export function PricesForm({ current, offered }: { current: Current; offered: Language[] }) {
  const { t, i18n } = useTranslation("settings");
  const [language, setLanguage] = useState<Language>(offered.find((each) => each === i18n.language) ?? "en");
  const check = useMemo(() => {
    const checkBody = checkChange<unknown>(pricesChangeSchema, t);
    return (values: PriceValues) =>
      Object.fromEntries(
        Object.entries(checkBody(bodyOf(values))).map(([path, text]) => [
          currencyPath(path, values.settings.currencies),
          text,
        ]),
      );
  }, [t]);
  const form = useCheckedForm<PriceValues>(check, typedPrices(current));
  const change = useChange("changePrices", settingsReads);
  const { errors } = form.formState;
  const typed = form.watch("settings.currencies");
  const shared = sharedLabel(typed);
  const save = (values: PriceValues) =>
    change.mutateAsync({ body: bodyOf(values) }).catch((error: unknown) => {
      throw withPaths(error, (path) => currencyPath(path, values.settings.currencies));
    });
  const amount = { inputMode: "decimal", autoComplete: "off" } as const;
  /** Shows the first language with an error. */
  function showError(found: typeof errors): void {
    const benefits = found.settings?.plan_benefits;
    const wrong = offered.find((each) => pricedPlans.some((plan) => benefits?.[plan]?.texts?.[each]));
    if (wrong) setLanguage(wrong);
  }

  return (
    <SettingsForm section="prices" form={form} onSave={save} onInvalid={showError}>
      <Note>
        {t("prices.lead")} {t("prices.markup")} <Link to="/exchanges">{t("prices.margins")}</Link>
      </Note>
      <CurrencyFields form={form} />
      {shared !== "" && (
        <Columns least={240}>
          {pricedPlans.map((plan) => (
            <TextInput
              key={plan}
              label={t("prices.perMonth", { plan: t(`prices.plan.${plan}`) })}
              prefix={shared}
              {...amount}
              error={errors.settings?.plans?.[plan]?.price_per_month?.message}
              {...form.register(`settings.plans.${plan}.price_per_month`)}
            />
          ))}
          <TextInput
            label={t("prices.bannerSet")}
            prefix={shared}
            {...amount}
            error={errors.settings?.banner_set?.message}
            {...form.register("settings.banner_set")}
          />
          <TextInput
            label={t("prices.minimumTopUp")}
            help={t("prices.minimumTopUpHelp")}
            prefix={shared}
            {...amount}
            error={errors.settings?.minimum_top_up?.message}
            {...form.register("settings.minimum_top_up")}
          />
        </Columns>
      )}
      <DiscountFields form={form} offered={offered} />
      <BenefitFields form={form} offered={offered} language={language} onLanguage={setLanguage} />
      <Columns least={320}>
        <TextArea
          label={t("prices.bonus")}
          help={typed.some(({ hasOwn }) => hasOwn) ? t("prices.bonusHelpOwn") : t("prices.bonusHelp")}
          rows={3}
          spellCheck={false}
          error={errors.settings?.volume_bonus?.message}
          {...form.register("settings.volume_bonus")}
        />
      </Columns>
    </SettingsForm>
  );
}
