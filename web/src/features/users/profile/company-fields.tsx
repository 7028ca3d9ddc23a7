import { userTypes } from "@litfass/contract/users/users";
import { Controller, useFormContext } from "react-hook-form";
import { useCall } from "../../../api/use-call.ts";
import { useOwnCountries } from "../../../api/use-own-countries.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Combobox } from "../../../ui/inputs/combobox.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { TextInput } from "../../../ui/inputs/text-input.tsx";
import { useCountryOptions } from "../../../ui/inputs/use-country-options.ts";
import styles from "../form-fields.module.css";
import { LineOfBusinessField } from "./line-of-business-field.tsx";
import type { ProfileValues } from "./profile-values.ts";
import { RegisterLookup } from "./register-lookup.tsx";

type TextName = "company_name" | "street" | "house_number" | "postal_code" | "city" | "vat_number";
type CompanyValues = Pick<ProfileValues, TextName | "user_type" | "country_code" | "line_of_business">;

/** Autocomplete tokens for the user's own company. */
const autoComplete: Record<TextName, string> = {
  company_name: "organization",
  street: "address-line1",
  house_number: "address-line2",
  postal_code: "postal-code",
  city: "address-level2",
  vat_number: "off",
};

type CompanyFieldsProps = {
  own?: boolean;
  /** Without the VAT number where it is not required. */
  brief?: boolean;
  /** Of an advertiser: with the line of business. */
  advertises: boolean;
};

/** Company, line of business, address and VAT number of a user, inside a form: one's own, or those of a managed user. */
export function CompanyFields({ own = false, brief = false, advertises }: CompanyFieldsProps) {
  const { t } = useTranslation("users");
  const form = useFormContext<CompanyValues>();
  const { errors } = form.formState;
  const countries = useCountryOptions(useOwnCountries());
  const isSwiss = form.watch("country_code") === "CH";
  const asksForVat = !brief || !isSwiss;
  const { data: site } = useCall("showSite", {}, { staleMs: Number.POSITIVE_INFINITY });

  const field = (name: TextName, help?: string) => (
    <TextInput
      label={t(`profile.${name}`)}
      autoComplete={own ? autoComplete[name] : "off"}
      help={help}
      error={errors[name]?.message}
      {...form.register(name)}
    />
  );

  return (
    <div className={styles.fields}>
      {isSwiss && site?.company_register && <RegisterLookup />}
      <div className={styles.pair}>
        {field("company_name")}
        <Controller
          control={form.control}
          name="user_type"
          render={({ field: { value, onChange, onBlur } }) => (
            <Select
              label={t("profile.user_type")}
              options={userTypes.map((type) => ({ value: type, label: t(`types.${type}`) }))}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
            />
          )}
        />
      </div>
      <div className={styles.street}>
        {field("street")}
        {field("house_number")}
      </div>
      <div className={styles.town}>
        {field("postal_code")}
        {field("city")}
      </div>
      <div className={styles.pair}>
        <Controller
          control={form.control}
          name="country_code"
          render={({ field: { value, onChange, onBlur } }) => (
            <Combobox
              label={t("profile.country_code")}
              options={countries}
              value={countries.find((country) => country.value === value) ?? null}
              onChange={(country) => {
                onChange(country?.value ?? "");
                // Both follow the country, which comes after the postal code.
                if (form.formState.isSubmitted) void form.trigger("vat_number");
                if (errors.postal_code || form.formState.isSubmitted) void form.trigger("postal_code");
              }}
              onBlur={onBlur}
              error={errors.country_code?.message}
            />
          )}
        />
        {asksForVat && field("vat_number", t("profile.vatHelp"))}
      </div>
      {advertises && <LineOfBusinessField />}
    </div>
  );
}
