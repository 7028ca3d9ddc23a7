import { type Currency, currencies } from "@litfass/contract/kernel/money";
import { Controller, type UseFormReturn, useFieldArray } from "react-hook-form";
import { currencyName } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { TextInput } from "../../../ui/inputs/text-input.tsx";
import { Columns, Row, Stack } from "../../../ui/layout/layout.tsx";
import styles from "./currency-fields.module.css";
import type { PriceValues } from "./prices-values.ts";
import { figureNames, noFigures, pricedPlans } from "./typed-currencies.ts";

const amount = { inputMode: "decimal", autoComplete: "off" } as const;

/** The currencies of accounts with their countries, their price of impressions, and amounts of their own. */
export function CurrencyFields({ form }: { form: UseFormReturn<PriceValues> }) {
  const { t } = useTranslation("settings");
  const rows = useFieldArray({ control: form.control, name: "settings.currencies" });
  const typed = form.watch("settings.currencies");
  const codes = typed.map(({ code }) => code);
  const offered = typed.filter(({ isOffered }) => isOffered).map(({ code }) => code);
  const others = currencies.filter((code) => !codes.includes(code));
  const optionOf = (code: Currency) => ({
    value: code,
    label: t("prices.currency.option", { code, name: currencyName(code) }),
  });
  const add = (code: Currency) =>
    rows.append({ code, isOffered: true, countries: "", cpm: "", hasOwn: true, own: noFigures });
  return (
    <Stack>
      {rows.fields.map(({ id }, at) => (
        <CurrencyRow key={id} form={form} at={at} onRemove={rows.fields.length > 1 ? () => rows.remove(at) : null} />
      ))}
      <Columns least={280}>
        <Controller
          control={form.control}
          name="settings.elsewhere"
          render={({ field: { value, onChange } }) => (
            <Select
              label={t("prices.currency.elsewhere")}
              help={t("prices.currency.elsewhereHelp")}
              options={offered.map(optionOf)}
              value={offered.includes(value) ? value : null}
              error={form.formState.errors.settings?.elsewhere?.message}
              onChange={onChange}
            />
          )}
        />
        {others.length > 0 && (
          <Select
            label={t("prices.currency.add")}
            help={t("prices.currency.addHelp")}
            placeholder={t("prices.currency.choose")}
            options={others.map(optionOf)}
            value={null}
            onChange={add}
          />
        )}
      </Columns>
    </Stack>
  );
}

type CurrencyRowProps = { form: UseFormReturn<PriceValues>; at: number; onRemove: (() => void) | null };

function CurrencyRow({ form, at, onRemove }: CurrencyRowProps) {
  const { t } = useTranslation("settings");
  const path = `settings.currencies.${at}` as const;
  const { code, isOffered, hasOwn } = form.watch(path);
  const isOnly = form.watch("settings.currencies").length === 1;
  const errors = form.formState.errors.settings?.currencies?.[at];
  const nameOf = (figure: (typeof figureNames)[number]): string => {
    const plan = pricedPlans.find((each) => each === figure);
    if (plan) return t("prices.perMonth", { plan: t(`prices.plan.${plan}`) });
    return t(figure === "banner_set" ? "prices.bannerSet" : "prices.minimumTopUp");
  };
  return (
    <fieldset className={styles.currency}>
      <legend>{t("prices.currency.option", { code, name: currencyName(code) })}</legend>
      <Columns least={240}>
        <TextInput
          label={t("prices.cpm", { currency: code })}
          prefix={code}
          {...amount}
          error={errors?.cpm?.message}
          {...form.register(`${path}.cpm`)}
        />
        {isOffered && (
          <TextInput
            label={t("prices.currency.countries")}
            help={t("prices.currency.countriesHelp")}
            autoComplete="off"
            error={errors?.countries?.message}
            {...form.register(`${path}.countries`)}
          />
        )}
      </Columns>
      {hasOwn && (
        <Columns least={240}>
          {figureNames.map((figure) => (
            <TextInput
              key={figure}
              label={nameOf(figure)}
              prefix={code}
              {...amount}
              error={errors?.own?.[figure]?.message}
              {...form.register(`${path}.own.${figure}`)}
            />
          ))}
        </Columns>
      )}
      <Row>
        <Checkbox {...form.register(`${path}.isOffered`)} className={styles.choice}>
          {t("prices.currency.offered")}
        </Checkbox>
        {!isOnly && (
          <Checkbox {...form.register(`${path}.hasOwn`)} className={styles.choice}>
            {t("prices.currency.own")}
          </Checkbox>
        )}
        {onRemove && (
          <Button variant="quiet" small className={styles.remove} onClick={onRemove}>
            {t("prices.currency.remove", { code })}
          </Button>
        )}
      </Row>
    </fieldset>
  );
}
