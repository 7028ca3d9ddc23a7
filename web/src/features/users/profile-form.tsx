import { message } from "@litfass/contract/messages";
import { profileSchema, type User, userTypes } from "@litfass/contract/users";
import { useMemo, useState } from "react";
import { Controller } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call } from "../../data/api.ts";
import { type Check, checkBy, showServerErrors, useCheckedForm } from "../../data/contract-form.ts";
import { setUser } from "../../data/session.ts";
import { countryName, formatDateTime } from "../../i18n/format.ts";
import { currentLocale } from "../../i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { countryCodes } from "../../ui/charts/country-codes.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { Stack } from "../../ui/layout.tsx";
import { Note } from "../../ui/note.tsx";
import { Select } from "../../ui/select.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { showSnackbar } from "../../ui/snackbar-store.ts";
import { TextInput } from "../../ui/text-input.tsx";
import styles from "./account.module.css";
import { type ProfileValues, valuesOf } from "./profile-values.ts";

const textFields = [
  "first_name",
  "last_name",
  "company_name",
  "street",
  "house_number",
  "postal_code",
  "city",
  "vat_number",
] as const;

/** The own profile: all but the VAT number are required (RULE-011), and the terms accepted (RULE-004). */
export function ProfileForm({ user }: { user: User }) {
  const { t, i18n } = useTranslation("users");
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const check = useMemo<Check<ProfileValues>>(() => {
    const names = Object.fromEntries([...textFields, "country_code"].map((name) => [name, t(`profile.${name}`)]));
    const bySchema = checkBy<ProfileValues>(profileSchema, names);
    return (values) => {
      const messages = bySchema(values);
      if (!values.country_code) {
        // Whether a VAT number is needed depends on the country: first things first.
        delete messages.vat_number;
        messages.country_code = message("rule.required", currentLocale(), { field: t("profile.country_code") });
      }
      return messages;
    };
  }, [t]);
  const form = useCheckedForm<ProfileValues>(check, valuesOf(user));
  const { errors, isSubmitting } = form.formState;

  const countries = useMemo(() => {
    const collator = new Intl.Collator(i18n.language);
    return countryCodes
      .map((value) => ({ value, label: countryName(value) }))
      .sort((a, b) => collator.compare(a.label, b.label));
  }, [i18n.language]);

  async function save(values: ProfileValues): Promise<void> {
    setProblem(null);
    try {
      setUser(await call("saveProfile", { body: { ...values, vat_number: values.vat_number.trim() || null } }));
      setSavedAt(new Date());
      showSnackbar(t("profile.saved"));
    } catch (error) {
      if (!showServerErrors(form, error)) setProblem((error as Error).message);
    }
  }

  const field = (name: (typeof textFields)[number], autoComplete: string, help?: string) => (
    <TextInput
      label={t(`profile.${name}`)}
      autoComplete={autoComplete}
      help={help}
      error={errors[name]?.message}
      {...form.register(name)}
    />
  );

  return (
    <form noValidate className={styles.form} onSubmit={form.handleSubmit(save)}>
      {problem && <Note tone="error">{problem}</Note>}
      <Sheet title={t("profile.person")}>
        <div className={styles.pair}>
          {field("first_name", "given-name")}
          {field("last_name", "family-name")}
        </div>
      </Sheet>
      <Sheet title={t("profile.company")}>
        <div className={styles.fields}>
          <div className={styles.pair}>
            {field("company_name", "organization")}
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
            {field("street", "address-line1")}
            {field("house_number", "address-line2")}
          </div>
          <div className={styles.town}>
            {field("postal_code", "postal-code")}
            {field("city", "address-level2")}
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
                    if (form.formState.isSubmitted) void form.trigger("vat_number");
                  }}
                  onBlur={onBlur}
                  error={errors.country_code?.message}
                />
              )}
            />
            {field("vat_number", "off", t("profile.vatHelp"))}
          </div>
        </div>
      </Sheet>
      <Sheet title={t("terms.title")}>
        <Stack gap="small">
          <Checkbox error={errors.is_terms_accepted?.message} {...form.register("is_terms_accepted")}>
            {t("terms.accept")}{" "}
            <a href={`/terms?lang=${i18n.language}`} target="_blank" rel="noreferrer" title={t("terms.newWindow")}>
              {t("terms.link")}
            </a>
          </Checkbox>
          <Checkbox help={t("terms.promotionHelp")} {...form.register("isAllowPromotionAds")}>
            {t("terms.promotion")}
          </Checkbox>
        </Stack>
      </Sheet>
      <div className={styles.foot}>
        {savedAt && <span>{t("profile.savedAt", { at: formatDateTime(savedAt) })}</span>}
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {t("profile.save")}
        </Button>
      </div>
    </form>
  );
}
