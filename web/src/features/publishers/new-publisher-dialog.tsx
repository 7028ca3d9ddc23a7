import { nativeName } from "@litfass/contract/kernel/language";
import type { Currency } from "@litfass/contract/kernel/money";
import { publisherEndpoints } from "@litfass/contract/publishers/publishers";
import { useMemo, useState } from "react";
import { Controller } from "react-hook-form";
import { useNavigate } from "react-router";
import { problemText } from "../../api/api-error.ts";
import { checkBy, showServerErrors, useCheckedForm } from "../../api/contract-form.ts";
import { useChange } from "../../api/use-call.ts";
import { useOfferedCurrencies } from "../../api/use-offered-currencies.ts";
import { currentLocale } from "../../i18n/i18n.ts";
import type { Locale } from "../../i18n/locale.ts";
import { useOfferedLocales } from "../../i18n/offered-locales.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Note } from "../../ui/feedback/note.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { TextInput } from "../../ui/inputs/text-input.tsx";
import { Columns, Stack } from "../../ui/layout/layout.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../ui/overlays/dialog-actions.tsx";
import { numberOf } from "./number-of.ts";

type Values = {
  name: string;
  email: string;
  lang: Locale;
  currency: Currency;
  share_percent: string;
};

const bodyOf = ({ share_percent, ...values }: Values) => ({ ...values, share_percent: numberOf(share_percent) });

/** Adds a publisher for a user, who is invited if the address is unknown. */
export function NewPublisherDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("publishers");
  const navigate = useNavigate();
  const locales = useOfferedLocales();
  const currencies = useOfferedCurrencies();
  const [problem, setProblem] = useState<string | null>(null);
  const check = useMemo(() => {
    const checkBody = checkBy<unknown>(publisherEndpoints.createPublisher.body as never);
    return (values: Values) => checkBody(bodyOf(values));
  }, []);
  const form = useCheckedForm<Values>(check, {
    name: "",
    email: "",
    lang: currentLocale(),
    currency: currencies[0],
    share_percent: "70",
  });
  const create = useChange("createPublisher", ["listPublishers"]);
  const { errors, isSubmitting } = form.formState;
  async function save(values: Values) {
    setProblem(null);
    try {
      const { id } = await create.mutateAsync({ body: bodyOf(values) });
      void navigate(`/publishers/${id}`);
    } catch (error) {
      if (!showServerErrors(form, error)) setProblem(problemText(error));
    }
  }
  return (
    <Dialog
      open
      size="plan"
      title={t("new.title")}
      lead={t("new.lead")}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} form="new-publisher" busy={isSubmitting}>
          {t("add")}
        </DialogActions>
      }
    >
      <form id="new-publisher" noValidate onSubmit={form.handleSubmit(save)}>
        <Stack>
          {problem && <Note tone="error">{problem}</Note>}
          <TextInput label={t("column.name")} autoFocus error={errors.name?.message} {...form.register("name")} />
          <TextInput
            label={t("column.email")}
            type="email"
            autoComplete="off"
            error={errors.email?.message}
            {...form.register("email")}
          />
          <Columns least={160}>
            <TextInput
              label={t("column.share")}
              suffix="%"
              inputMode="decimal"
              error={errors.share_percent?.message}
              {...form.register("share_percent")}
            />
            <Controller
              control={form.control}
              name="currency"
              render={({ field: { value, onChange } }) => (
                <Select
                  label={t("new.currency")}
                  options={currencies.map((each) => ({ value: each, label: each }))}
                  value={value}
                  onChange={onChange}
                />
              )}
            />
            <Controller
              control={form.control}
              name="lang"
              render={({ field: { value, onChange } }) => (
                <Select
                  label={t("new.language")}
                  options={locales.map((each) => ({ value: each, label: nativeName(each) }))}
                  value={value}
                  onChange={onChange}
                />
              )}
            />
          </Columns>
        </Stack>
      </form>
    </Dialog>
  );
}
