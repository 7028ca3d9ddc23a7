import type { LineOfBusiness } from "@litfass/contract/campaigns/lines-of-business";
import type { ReviewPolicy } from "@litfass/contract/settings/review-policy";
import { lineOfBusinessName, lineOfBusinessOptions } from "../../i18n/line-of-business.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Combobox, MultiCombobox } from "./combobox.tsx";
import { useCountryOptions } from "./use-country-options.ts";

type Rules = ReviewPolicy["refused_countries"];
type CountryRulesProps = {
  rules: Rules;
  /** Countries at the top of the lists. */
  firstCountries: readonly string[];
  onChange: (rules: Rules) => void;
  /** Of the countries of each rule, in the order of the rules. */
  errors?: readonly (string | undefined)[];
};

/** In which countries lines of business may not be advertised: a list of countries each. Clearing a list removes it. */
export function CountryRulesField({ rules, firstCountries, onChange, errors = [] }: CountryRulesProps) {
  const { t, i18n } = useTranslation("review");
  const countries = useCountryOptions(firstCountries);
  const unused = lineOfBusinessOptions(i18n.language).filter(({ value }) => rules.every(({ line }) => line !== value));
  const change = (line: LineOfBusiness, codes: string[]): void =>
    onChange(
      rules.flatMap((rule) => (rule.line !== line ? [rule] : codes.length > 0 ? [{ line, countries: codes }] : [])),
    );
  return (
    <>
      {rules.map(({ line, countries: codes }, at) => (
        <MultiCombobox
          key={line}
          multiple
          label={t("countryRules.refused", { line: lineOfBusinessName(line, i18n.language) })}
          error={errors[at]}
          options={countries}
          placeholder={codes.length === 0 ? t("countryRules.choose") : undefined}
          value={countries.filter(({ value }) => codes.includes(value))}
          onChange={(chosen) =>
            change(
              line,
              chosen.map(({ value }) => value),
            )
          }
        />
      ))}
      <Combobox
        label={t("countryRules.label")}
        help={t("countryRules.help")}
        placeholder={t("countryRules.add")}
        options={unused}
        value={null}
        onChange={(line) => line && onChange([...rules, { line: line.value as LineOfBusiness, countries: [] }])}
      />
    </>
  );
}
