import { nativeName } from "@litfass/contract/kernel/language";
import { type Payee, publisherStatementEndpoints } from "@litfass/contract/publishers/publisher-statements";
import type { PublisherDetail } from "@litfass/contract/publishers/publishers";
import { useMemo, useState } from "react";
import { Controller } from "react-hook-form";
import { ApiError, problemText } from "../../../api/api-error.ts";
import { checkBy, showServerErrors, useCheckedForm } from "../../../api/contract-form.ts";
import { useChange } from "../../../api/use-call.ts";
import { useOwnCountries } from "../../../api/use-own-countries.ts";
import { currentLocale } from "../../../i18n/i18n.ts";
import { useOfferedLocales } from "../../../i18n/offered-locales.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { Combobox } from "../../../ui/inputs/combobox.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { TextInput } from "../../../ui/inputs/text-input.tsx";
import { useCountryOptions } from "../../../ui/inputs/use-country-options.ts";
import { Columns, Stack } from "../../../ui/layout/layout.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";

type Values = Omit<Payee, "vat_number"> & { vat_number: string };
const bodyOf = ({ vat_number, ...values }: Values) => ({ ...values, vat_number: vat_number.trim() || null });

type PayeeDialogProps = { publisher: PublisherDetail; payee: Payee | null; onClose: () => void };

/** A publisher's payment details, which its credit notes show. */
export function PayeeDialog({ publisher, payee, onClose }: PayeeDialogProps) {
  const { t } = useTranslation("publishers");
  const ownCountries = useOwnCountries();
  const countries = useCountryOptions(ownCountries);
  const locales = useOfferedLocales();
  const [problem, setProblem] = useState<string | null>(null);
  const check = useMemo(() => {
    const checkBody = checkBy<unknown>(publisherStatementEndpoints.savePayee.body as never);
    return (values: Values) => checkBody(bodyOf(values));
  }, []);
  const form = useCheckedForm<Values>(check, {
    company: payee?.company ?? publisher.name,
    street: payee?.street ?? "",
    house_number: payee?.house_number ?? "",
    postal_code: payee?.postal_code ?? "",
    city: payee?.city ?? "",
    country_code: payee?.country_code ?? ownCountries[0] ?? "",
    vat_number: payee?.vat_number ?? "",
    iban: payee?.iban ?? "",
    language: payee?.language ?? currentLocale(),
  });
  const save = useChange("savePayee", [
    "showPayee",
    "showPublisherPayouts",
    "listPublisherStatements",
    "listAllPublisherStatements",
  ]);
  const { errors, isSubmitting } = form.formState;
  async function submit(values: Values) {
    setProblem(null);
    try {
      await save.mutateAsync({ params: { publisher: publisher.id }, body: bodyOf(values) });
      showSnackbar(t("payee.saved"));
      onClose();
    } catch (error) {
      // Only another IBAN needs a recent sign-in.
      if (error instanceof ApiError && error.code === "sign_in_again")
        form.setError("iban", { message: problemText(error) }, { shouldFocus: true });
      else if (!showServerErrors(form, error)) setProblem(problemText(error));
    }
  }
  const field = (name: Exclude<keyof Values, "country_code" | "language">, autoComplete: string, help?: string) => (
    <TextInput
      label={t(`payee.${name}`)}
      autoComplete={autoComplete}
      help={help}
      error={errors[name]?.message}
      {...form.register(name)}
    />
  );
  return (
    <Dialog
      open
      size="plan"
      title={t("payee.title")}
      lead={t("payee.lead")}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} form="payee" busy={isSubmitting}>
          {t("save")}
        </DialogActions>
      }
    >
      <form id="payee" noValidate onSubmit={form.handleSubmit(submit)}>
        <Stack>
          {problem && <Note tone="error">{problem}</Note>}
          {field("company", "organization")}
          <Columns least={160}>
            {field("street", "address-line1")}
            {field("house_number", "off")}
          </Columns>
          <Columns least={160}>
            {field("postal_code", "postal-code")}
            {field("city", "address-level2")}
          </Columns>
          <Controller
            control={form.control}
            name="country_code"
            render={({ field: { value, onChange } }) => (
              <Combobox
                label={t("payee.country_code")}
                options={countries}
                value={countries.find((country) => country.value === value) ?? null}
                onChange={(country) => onChange(country?.value ?? "")}
                error={errors.country_code?.message}
              />
            )}
          />
          {field("iban", "off")}
          {field("vat_number", "off", t("payee.vatHelp"))}
          <Controller
            control={form.control}
            name="language"
            render={({ field: { value, onChange } }) => (
              <Select
                label={t("payee.language")}
                options={locales.map((locale) => ({ value: locale, label: nativeName(locale) }))}
                value={value}
                onChange={onChange}
              />
            )}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
