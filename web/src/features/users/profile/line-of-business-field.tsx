import { useMemo } from "react";
import { Controller, useFormContext } from "react-hook-form";
import { lineOfBusinessOptions } from "../../../i18n/line-of-business.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Combobox } from "../../../ui/inputs/combobox.tsx";
import type { ProfileValues } from "./profile-values.ts";

/** What an account advertises, inside a form. Once declared it can be changed, but not removed. */
export function LineOfBusinessField() {
  const { t, i18n } = useTranslation("users");
  const form = useFormContext<Pick<ProfileValues, "line_of_business">>();
  const options = useMemo(() => lineOfBusinessOptions(i18n.language), [i18n.language]);
  return (
    <Controller
      control={form.control}
      name="line_of_business"
      render={({ field: { value, onChange, onBlur } }) => (
        <Combobox
          label={t("profile.line_of_business")}
          help={t("profile.lineHelp")}
          placeholder={t("profile.linePlaceholder")}
          options={options}
          value={options.find((option) => option.value === value) ?? null}
          onChange={(option) => option && onChange(option.value)}
          onBlur={onBlur}
          error={form.formState.errors.line_of_business?.message}
        />
      )}
    />
  );
}
