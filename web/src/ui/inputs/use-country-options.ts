import { useMemo } from "react";
import { countryName } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { countryCodes } from "../charts/country-codes.ts";

/** All countries as options of a select or combobox: those given first, the others by name. */
export function useCountryOptions(first: readonly string[]): { value: string; label: string }[] {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const collator = new Intl.Collator(i18n.language);
    const named = (value: string) => ({ value, label: countryName(value) });
    const others = countryCodes
      .filter((code) => !first.includes(code))
      .map(named)
      .sort((a, b) => collator.compare(a.label, b.label));
    return [...first.map(named), ...others];
  }, [i18n.language, first]);
}
