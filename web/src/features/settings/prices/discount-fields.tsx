import { type Language, nativeName } from "@litfass/contract/kernel/language";
import { amountOfMinor, minorOfAmount } from "@litfass/contract/kernel/money";
import { discountedMinor } from "@litfass/contract/settings/plan-discounts";
import { Controller, type UseFormReturn } from "react-hook-form";
import { formatAmount, formatTerm } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";
import { DateField } from "../../../ui/inputs/date-field.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { TextInput } from "../../../ui/inputs/text-input.tsx";
import { Columns } from "../../../ui/layout/layout.tsx";
import styles from "../settings.module.css";
import { discountKinds, type PriceValues, type TypedDiscount } from "./prices-values.ts";
import { numberOf, type PricedPlan, pricedPlans, sharedLabel, type TypedCurrency } from "./typed-currencies.ts";

type DiscountFieldsProps = { form: UseFormReturn<PriceValues>; offered: Language[] };

/** Which plans have a discount, side by side, and below the terms of those that have one. */
export function DiscountFields({ form, offered }: DiscountFieldsProps) {
  const { t } = useTranslation("settings");
  const discounted = pricedPlans.filter((plan) => form.watch(`settings.plans.${plan}.discount.kind`) !== "none");
  return (
    <fieldset className={styles.languages}>
      <legend>{t("prices.discount.title")}</legend>
      <Columns least={200}>
        {pricedPlans.map((plan) => (
          <Controller
            key={plan}
            control={form.control}
            name={`settings.plans.${plan}.discount.kind`}
            render={({ field: { value, onChange } }) => (
              <Select
                label={t(`prices.plan.${plan}`)}
                options={discountKinds.map((each) => ({ value: each, label: t(`prices.discount.kinds.${each}`) }))}
                value={value}
                onChange={onChange}
              />
            )}
          />
        ))}
      </Columns>
      {discounted.map((plan) => (
        <PlanDiscount key={plan} plan={plan} form={form} offered={offered} />
      ))}
    </fieldset>
  );
}

/** A plan's discount: how much, when, for whom, and what customers read beside the price. */
function PlanDiscount({ plan, form, offered }: DiscountFieldsProps & { plan: PricedPlan }) {
  const { t } = useTranslation("settings");
  const path = `settings.plans.${plan}.discount` as const;
  const typed = form.watch(path);
  const currencies = form.watch("settings.currencies");
  const shared = sharedLabel(currencies);
  const own = currencies.filter(({ hasOwn }) => hasOwn);
  const list = form.watch(`settings.plans.${plan}.price_per_month`);
  const errors = form.formState.errors.settings?.plans?.[plan]?.discount;
  const name = t(`prices.plan.${plan}`);
  const months = numberOf(form.watch(`settings.plans.${plan}.term_months`));
  const previews = [
    ...(shared === "" ? [] : [previewOf(shared, list, months, { ...typed, amount: typed.amount_per_month })]),
    ...own.map((each) => ownPreview(each, plan, months, typed)),
  ].filter((preview) => preview !== null);
  const day = (field: "first_on" | "last_on") => (
    <Controller
      control={form.control}
      name={`${path}.${field}`}
      render={({ field: { value, onChange } }) => (
        <DateField
          label={t(`prices.discount.${field}`)}
          value={value || null}
          error={errors?.[field]?.message}
          onChange={(next) => onChange(next ?? "")}
        />
      )}
    />
  );
  return (
    <fieldset className={styles.languages}>
      <legend>{t("prices.discount.of", { plan: name })}</legend>
      <Columns least={200}>
        {typed.kind === "percent" && (
          <TextInput
            label={t("prices.discount.percent")}
            suffix="%"
            inputMode="decimal"
            autoComplete="off"
            error={errors?.percent?.message}
            {...form.register(`${path}.percent`)}
          />
        )}
        {typed.kind === "amount" && shared !== "" && (
          <TextInput
            label={t("prices.discount.amount", { currency: shared })}
            prefix={shared}
            inputMode="decimal"
            autoComplete="off"
            error={errors?.amount_per_month?.message ?? errors?.percent?.message}
            {...form.register(`${path}.amount_per_month`)}
          />
        )}
        {typed.kind === "amount" &&
          own.map(({ code }) => (
            <TextInput
              key={code}
              label={t("prices.discount.amount", { currency: code })}
              prefix={code}
              inputMode="decimal"
              autoComplete="off"
              error={shared === "" ? (errors?.amount_per_month?.message ?? errors?.percent?.message) : undefined}
              {...form.register(`${path}.own_amounts.${code}`)}
            />
          ))}
        {day("first_on")}
        {day("last_on")}
      </Columns>
      <p className={styles.caption}>
        {previews.map((shown) => `${t("prices.discount.preview", shown)} `)}
        {!typed.introductory && t("prices.discount.former")}
      </p>
      <Columns least={200}>
        {offered.map((language) => (
          <TextInput
            key={language}
            label={t("prices.discount.label", { language: nativeName(language) })}
            lang={language}
            maxLength={40}
            autoComplete="off"
            error={errors?.label?.[language]?.message}
            {...form.register(`${path}.label.${language}`)}
          />
        ))}
      </Columns>
      <Columns least={280}>
        <Checkbox help={t("prices.discount.firstHelp")} {...form.register(`${path}.first_purchase_only`)}>
          {t("prices.discount.first")}
        </Checkbox>
        <Checkbox
          help={t("prices.discount.introductoryHelp")}
          error={errors?.introductory?.message}
          {...form.register(`${path}.introductory`)}
        >
          {t("prices.discount.introductory")}
        </Checkbox>
      </Columns>
    </fieldset>
  );
}

type Preview = { term: string; currency: string; price: string; list: string };

const ownPreview = (
  { code, own }: TypedCurrency,
  plan: PricedPlan,
  months: number,
  typed: TypedDiscount,
): Preview | null => previewOf(code, own[plan], months, { ...typed, amount: typed.own_amounts[code] ?? "" });

/** The price of a booking with and without the discount, once the numbers are complete. */
function previewOf(
  currency: string,
  perMonth: string,
  months: number,
  { kind, percent, amount }: Pick<TypedDiscount, "kind" | "percent"> & { amount: string },
): Preview | null {
  const list = numberOf(perMonth);
  const less = numberOf(kind === "percent" ? percent : amount);
  if (![list, less, months].every(Number.isFinite)) return null;
  const terms =
    kind === "percent"
      ? { percent: less, amount_per_month: null }
      : { percent: null, amount_per_month: minorOfAmount(less) };
  const minor = discountedMinor(minorOfAmount(list), terms);
  return {
    term: formatTerm(months),
    currency,
    price: formatAmount(amountOfMinor(minor * months)),
    list: formatAmount(list * months),
  };
}
