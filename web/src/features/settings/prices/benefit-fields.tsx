import { type Language, nativeName } from "@litfass/contract/kernel/language";
import { benefitLists } from "@litfass/contract/settings/plan-benefits";
import type { UseFormReturn } from "react-hook-form";
import { useCall } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { classNames } from "../../../ui/class-names.ts";
import { Select } from "../../../ui/inputs/select.tsx";
import { TextArea, TextInput } from "../../../ui/inputs/text-input.tsx";
import { Columns } from "../../../ui/layout/layout.tsx";
import styles from "../settings.module.css";
import type { PriceValues } from "./prices-values.ts";
import { pricedPlans } from "./typed-currencies.ts";

type BenefitFieldsProps = {
  form: UseFormReturn<PriceValues>;
  offered: Language[];
  language: Language;
  onLanguage: (language: Language) => void;
};

/** What each plan includes: its term, its custom banners, and the lines of its card in one language at a time. */
export function BenefitFields({ form, offered, language, onLanguage }: BenefitFieldsProps) {
  const { t } = useTranslation("settings");
  const errors = form.formState.errors.settings?.plan_benefits;
  const { data: builtIn } = useCall(
    "showBuiltInBenefits",
    { query: { language } },
    { staleMs: Number.POSITIVE_INFINITY },
  );
  const listed = { KPI: undefined, TARGETING: builtIn?.TARGETING, HTML5: builtIn?.HTML5 };
  return (
    <>
      <Columns least={320}>
        <Select
          label={t("prices.benefits.language")}
          help={t("prices.benefits.help")}
          options={offered.map((value) => ({ value, label: nativeName(value) }))}
          value={language}
          onChange={onLanguage}
        />
      </Columns>
      {pricedPlans.map((plan) => (
        <fieldset key={plan} className={classNames(styles.languages, styles.growing)}>
          <legend>{t("prices.benefits.of", { plan: t(`prices.plan.${plan}`) })}</legend>
          <Columns least={180}>
            {benefitLists.map((list) => (
              <TextArea
                key={`${list} ${language}`}
                label={t(`prices.benefits.${list}`, { language: nativeName(language) })}
                lang={language}
                rows={4}
                placeholder={listed[list]?.join("\n")}
                error={errors?.[plan]?.texts?.[language]?.[list]?.message}
                {...form.register(`settings.plan_benefits.${plan}.texts.${language}.${list}`)}
              />
            ))}
          </Columns>
          <Columns least={240}>
            <TextInput
              label={t("prices.term")}
              help={t("prices.termHelp")}
              inputMode="numeric"
              autoComplete="off"
              error={form.formState.errors.settings?.plans?.[plan]?.term_months?.message}
              {...form.register(`settings.plans.${plan}.term_months`)}
            />
            <TextInput
              label={t("prices.benefits.customBanners")}
              inputMode="numeric"
              autoComplete="off"
              error={errors?.[plan]?.custom_banners?.message}
              {...form.register(`settings.plan_benefits.${plan}.custom_banners`)}
            />
          </Columns>
        </fieldset>
      ))}
    </>
  );
}
