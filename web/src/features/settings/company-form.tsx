import type { Endpoints } from "@litfass/contract/index";
import type { CallInput } from "@litfass/contract/kernel/endpoint";
import { companyChangeSchema } from "@litfass/contract/settings/settings-endpoints";
import { useMemo } from "react";
import type { CallResult } from "../../api/api.ts";
import { useCheckedForm } from "../../api/contract-form.ts";
import { useChange } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Note } from "../../ui/feedback/note.tsx";
import { TextArea, TextInput } from "../../ui/inputs/text-input.tsx";
import { Columns } from "../../ui/layout/layout.tsx";
import { accountLines, accountsIn } from "./account-lines.ts";
import { checkChange } from "./check-change.ts";
import { settingsReads } from "./save-settings.ts";
import { SettingsForm } from "./settings-form.tsx";

type Current = CallResult<"showOperatorSettings">["company"];
type Body = CallInput<Endpoints["changeCompany"]>["body"];
type Values = {
  version: number;
  note: string;
  settings: Omit<Current["settings"], "vat_number" | "register" | "bic" | "phone" | "accounts" | "vat_rates"> & {
    /** Empty: not registered for VAT. */
    vat_number: string;
    register: string;
    bic: string;
    /** `GBP GB29 NWBK 6016 1331 9268 19 NWBKGB2L` on each line. */
    accounts: string;
    phone: string;
    /** A country, the first day and the percentage on each line: `CH 2024-01-01 8.1`. */
    vat_rates: string;
  };
};

const emptyAsNull = (text: string): string | null => (text.trim() === "" ? null : text);

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

const bodyOf = ({ settings, ...change }: Values) => ({
  ...change,
  settings: {
    ...settings,
    vat_number: emptyAsNull(settings.vat_number),
    register: emptyAsNull(settings.register),
    bic: emptyAsNull(settings.bic),
    accounts: accountsIn(linesOf(settings.accounts)),
    phone: emptyAsNull(settings.phone),
    vat_rates: linesOf(settings.vat_rates).map((line) => {
      const [country = "", day = "", percent = ""] = line.split(/\s+/);
      return { country_code: country.toUpperCase(), from_on: day, percent: Number(percent.replace(/%$/, "")) };
    }),
  },
});

/** The text fields in their order, with what browsers can fill in. */
const fields = [
  ["name", "organization"],
  ["street", "address-line1"],
  ["house_number", "off"],
  ["postal_code", "postal-code"],
  ["city", "address-level2"],
  ["country_code", "country"],
  ["vat_number", "off"],
  ["register", "off"],
  ["iban", "off"],
  ["bic", "off"],
  ["email", "email"],
  ["phone", "tel"],
] as const;

/** The fields that need an explanation. */
const explained: ReadonlySet<string> = new Set([
  "country_code",
  "vat_number",
  "register",
  "iban",
  "bic",
  "email",
  "phone",
]);

/** The company on invoices and in the imprint, and the VAT rates by country and first day. */
export function CompanyForm({ current: { version, settings } }: { current: Current }) {
  const { t } = useTranslation("settings");
  const check = useMemo(() => {
    const checkBody = checkChange<unknown>(companyChangeSchema, t);
    return (values: Values) =>
      Object.fromEntries(
        Object.entries(checkBody(bodyOf(values))).map(([path, text]) => [
          path.replace(/^settings\.(vat_rates|accounts)\..*/, "settings.$1"),
          text,
        ]),
      );
  }, [t]);
  const form = useCheckedForm<Values>(check, {
    version,
    note: "",
    settings: {
      ...settings,
      vat_number: settings.vat_number ?? "",
      register: settings.register ?? "",
      bic: settings.bic ?? "",
      accounts: accountLines(settings.accounts),
      phone: settings.phone ?? "",
      vat_rates: settings.vat_rates
        .map(({ country_code, from_on, percent }) => `${country_code} ${from_on} ${percent}`)
        .join("\n"),
    },
  });
  const change = useChange("changeCompany", settingsReads);
  const { errors } = form.formState;
  return (
    <SettingsForm
      section="company"
      form={form}
      onSave={(values) => change.mutateAsync({ body: bodyOf(values) as Body })}
    >
      <Note>{t("company.lead")}</Note>
      <Columns least={240}>
        {fields.map(([field, autoComplete]) => (
          <TextInput
            key={field}
            label={t(`company.${field}`)}
            help={explained.has(field) ? t(`company.${field}Help` as "company.ibanHelp") : undefined}
            autoComplete={autoComplete}
            error={errors.settings?.[field]?.message}
            {...form.register(`settings.${field}`)}
          />
        ))}
      </Columns>
      <TextArea
        label={t("company.accounts")}
        help={t("company.accountsHelp")}
        rows={3}
        error={errors.settings?.accounts?.message}
        {...form.register("settings.accounts")}
      />
      <TextArea
        label={t("company.vat_rates")}
        help={t("company.vat_ratesHelp")}
        rows={6}
        error={errors.settings?.vat_rates?.message}
        {...form.register("settings.vat_rates")}
      />
    </SettingsForm>
  );
}
