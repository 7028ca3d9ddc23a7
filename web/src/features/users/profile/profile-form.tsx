import { message } from "@litfass/contract/kernel/messages";
import { isCustomer } from "@litfass/contract/kernel/roles";
import { profileSchema, type User } from "@litfass/contract/users/users";
import { useMemo, useState } from "react";
import { FormProvider } from "react-hook-form";
import { useNavigate } from "react-router";
import { isReady, isUnverified } from "../../../api/account-state.ts";
import { call } from "../../../api/api.ts";
import { type Check, checkBy, showServerErrors, useCheckedForm } from "../../../api/contract-form.ts";
import { setUser } from "../../../api/session.ts";
import { useOwnCountries } from "../../../api/use-own-countries.ts";
import { formatDateTime } from "../../../i18n/format.ts";
import { currentLocale } from "../../../i18n/i18n.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";
import { TextInput } from "../../../ui/inputs/text-input.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Stack } from "../../../ui/layout/layout.tsx";
import { UnsavedChanges } from "../../../ui/unsaved/unsaved-changes.tsx";
import styles from "../account/account.module.css";
import fields from "../form-fields.module.css";
import { CompanyFields } from "./company-fields.tsx";
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

/**
 * The user's profile: everything but the line of business and the VAT number is required (RULE-011), and the terms must be accepted (RULE-004).
 * `edition` is the one that the link shows, for those who have not accepted it yet.
 */
export function ProfileForm({ user, edition }: { user: User; edition: number | undefined }) {
  const { t, i18n } = useTranslation("users");
  const navigate = useNavigate();
  const [isFirstTime] = useState(() => !isReady(user) && !isUnverified(user));
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const check = useMemo<Check<ProfileValues>>(() => {
    const names = Object.fromEntries(
      ([...textFields, "country_code"] as const).map((name) => [name, t(`profile.${name}`)]),
    );
    const bySchema = checkBy<ProfileValues>(profileSchema, names);
    return (values) => {
      const messages = bySchema(values);
      if (!values.country_code) {
        // Whether a VAT number is required depends on the country, so ask for that first.
        delete messages.vat_number;
        messages.country_code = message("rule.required", currentLocale(), { field: t("profile.country_code") });
      }
      return messages;
    };
  }, [t]);
  const [usualCountry = ""] = useOwnCountries();
  const form = useCheckedForm<ProfileValues>(check, {
    ...valuesOf(user),
    country_code: user.country_code ?? usualCountry,
  });
  const { errors, isDirty, isSubmitting } = form.formState;

  async function save(values: ProfileValues): Promise<void> {
    setProblem(null);
    try {
      const terms = edition === undefined ? {} : { terms_edition: edition };
      const vatNumber = values.vat_number.trim() || null;
      const saved = await call("saveProfile", { body: { ...values, ...terms, vat_number: vatNumber } });
      showSnackbar(t("profile.saved"));
      setUser(saved);
      form.reset(values);
      // A user who has just completed the account wants to go on.
      if (isFirstTime && isReady(saved)) await navigate("/dashboard");
      else setSavedAt(new Date());
    } catch (error) {
      if (!showServerErrors(form, error)) setProblem((error as Error).message);
    }
  }

  const field = (name: "first_name" | "last_name", autoComplete: string) => (
    <TextInput
      label={t(`profile.${name}`)}
      autoComplete={autoComplete}
      autoFocus={isFirstTime && name === "first_name"}
      error={errors[name]?.message}
      {...form.register(name)}
    />
  );

  return (
    <FormProvider {...form}>
      <form noValidate className={styles.form} onSubmit={form.handleSubmit(save)}>
        <UnsavedChanges when={isDirty && !isSubmitting} />
        <Card title={t("profile.person")}>
          <div className={fields.pair}>
            {field("first_name", "given-name")}
            {field("last_name", "family-name")}
          </div>
        </Card>
        <Card title={t("profile.company")}>
          <CompanyFields own brief={isFirstTime} advertises={isCustomer(user.user_role)} />
        </Card>
        <Card title={t("terms.title")}>
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
        </Card>
        {problem && <Note tone="error">{problem}</Note>}
        <div className={styles.foot}>
          {savedAt && <span>{t("profile.savedAt", { at: formatDateTime(savedAt) })}</span>}
          <Button type="submit" variant="primary" busy={isSubmitting}>
            {t("profile.save")}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}
