import { exchangeFormats, exchangeNotices } from "@litfass/contract/supply/exchange-profiles";
import type { ExchangeRecord } from "@litfass/contract/supply/exchanges";
import { useMemo, useState } from "react";
import { Controller, type Path } from "react-hook-form";
import { problemText } from "../../api/api-error.ts";
import { checkBy, type FormSchema, showServerErrors, useCheckedForm } from "../../api/contract-form.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { Checkbox } from "../../ui/inputs/checkbox.tsx";
import { ChipGroup } from "../../ui/inputs/chip-group.tsx";
import { TextArea, TextInput } from "../../ui/inputs/text-input.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Columns, Row, Stack } from "../../ui/layout/layout.tsx";
import { UnsavedChanges } from "../../ui/unsaved/unsaved-changes.tsx";
import { ProfileFields } from "./exchange-profile-fields.tsx";
import { type ExchangeValues, valuesOf } from "./exchange-values.ts";
import { newKey } from "./new-key.ts";

type ExchangeFormProps = {
  /** Absent for a new one, whose name can be chosen. */
  exchange?: ExchangeRecord;
  schema: FormSchema;
  requestOf: (values: ExchangeValues) => unknown;
  onSave: (values: ExchangeValues) => Promise<void>;
};

/** List entries have no field of their own: their problem appears at the list. */
const fieldOf = (path: string): string => path.replace(/^(settings\.(?:networks|currencies))\..*/, "$1");

/** Access, bids, terms and limits of an exchange. */
export function ExchangeForm({ exchange, schema, requestOf, onSave }: ExchangeFormProps) {
  const { t } = useTranslation("supply");
  const [problem, setProblem] = useState<string | null>(null);
  const check = useMemo(() => {
    const checkBody = checkBy<unknown>(schema);
    return (values: ExchangeValues) =>
      Object.fromEntries(Object.entries(checkBody(requestOf(values))).map(([path, text]) => [fieldOf(path), text]));
  }, [schema, requestOf]);
  const form = useCheckedForm<ExchangeValues>(check, valuesOf(exchange));
  const { errors, isDirty, isSubmitting } = form.formState;
  const save = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      await onSave(values);
    } catch (error) {
      if (!showServerErrors(form, error)) setProblem(problemText(error));
    }
  });
  const field = (path: Path<ExchangeValues>, error: string | undefined) => ({
    autoComplete: "off",
    error,
    ...form.register(path),
  });
  const of = errors.settings;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <UnsavedChanges when={isDirty && !isSubmitting} />
      <Stack>
        {problem && <Note tone="error">{problem}</Note>}
        <ProfileFields form={form} hasPassword={exchange?.has_registration_password === true} />
        <Card title={t("form.access")}>
          <Stack>
            {!exchange && (
              <TextInput label={t("field.name")} help={t("help.name")} {...field("name", errors.name?.message)} />
            )}
            <Columns least={280}>
              <Stack gap="small">
                <TextInput
                  label={t("field.secret")}
                  help={t(exchange?.has_secret ? "help.secretStays" : "help.secret")}
                  {...field("secret", errors.secret?.message)}
                />
                <Row>
                  <Button small onClick={() => form.setValue("secret", newKey(), { shouldValidate: true })}>
                    {t("form.generate")}
                  </Button>
                </Row>
              </Stack>
              <TextArea
                label={t("field.networks")}
                help={t("help.networks")}
                rows={3}
                {...field("settings.networks", of?.networks?.message)}
              />
            </Columns>
          </Stack>
        </Card>
        <Card title={t("form.bids")}>
          <Stack>
            <TextInput
              label={t("field.currencies")}
              help={t("help.currencies")}
              {...field("settings.currencies", of?.currencies?.message)}
            />
            <Columns least={280}>
              <Controller
                control={form.control}
                name="settings.formats"
                render={({ field: { value, onChange } }) => (
                  <div>
                    <ChipGroup
                      label={t("field.formats")}
                      options={exchangeFormats.map((each) => ({ value: each, label: t(`format.${each}`) }))}
                      value={value}
                      onChange={onChange}
                    />
                    {of?.formats?.message && <Note tone="error">{of.formats.message}</Note>}
                  </div>
                )}
              />
              <Controller
                control={form.control}
                name="settings.notices"
                render={({ field: { value, onChange } }) => (
                  <ChipGroup
                    label={t("field.notices")}
                    options={exchangeNotices.map((each) => ({ value: each, label: t(`notice.${each}`) }))}
                    value={value}
                    onChange={onChange}
                  />
                )}
              />
            </Columns>
            <Columns least={280}>
              <TextInput
                label={t("field.domain")}
                help={t("help.domain")}
                {...field("settings.domain", of?.domain?.message)}
              />
              <TextInput
                label={t("field.sync_url")}
                help={t("help.sync_url")}
                {...field("settings.sync_url", of?.sync_url?.message)}
              />
            </Columns>
          </Stack>
        </Card>
        <Card title={t("form.money")}>
          <Stack>
            <Columns least={200}>
              <TextInput
                label={t("field.fee_percent")}
                suffix="%"
                inputMode="decimal"
                {...field("settings.fee_percent", of?.fee_percent?.message)}
              />
              <TextInput
                label={t("field.fee_per_thousand")}
                inputMode="decimal"
                {...field("settings.fee_per_thousand", of?.fee_per_thousand?.message)}
              />
              <TextInput
                label={t("field.fee_currency")}
                {...field("settings.fee_currency", of?.fee_currency?.message)}
              />
            </Columns>
            <Columns least={280}>
              <TextInput
                label={t("field.minimum_margin")}
                help={t("help.minimum_margin")}
                suffix="%"
                inputMode="decimal"
                {...field("settings.minimum_margin", of?.minimum_margin?.message)}
              />
              <TextInput
                label={t("field.target_margin")}
                help={t("help.target_margin")}
                suffix="%"
                inputMode="decimal"
                {...field("settings.target_margin", of?.target_margin?.message)}
              />
            </Columns>
            <Columns least={280}>
              <TextInput
                label={t("field.encryption")}
                help={t(exchange?.has_price_keys ? "help.keysStay" : "help.keys")}
                {...field("price_keys.encryption", errors.price_keys?.encryption?.message)}
              />
              <TextInput
                label={t("field.integrity")}
                {...field("price_keys.integrity", errors.price_keys?.integrity?.message)}
              />
            </Columns>
            <TextInput
              label={t("field.report_url")}
              help={t("help.report_url")}
              {...field("settings.report_url", of?.report_url?.message)}
            />
          </Stack>
        </Card>
        <Card title={t("form.limits")}>
          <Stack>
            <Columns least={240}>
              <TextInput
                label={t("field.requests_per_second")}
                help={t("help.requests_per_second")}
                inputMode="numeric"
                {...field("settings.requests_per_second", of?.requests_per_second?.message)}
              />
              <TextInput
                label={t("field.response_ms")}
                help={t("help.response_ms")}
                suffix="ms"
                inputMode="numeric"
                {...field("settings.response_ms", of?.response_ms?.message)}
              />
              <TextInput
                label={t("field.network_ms")}
                help={t("help.network_ms")}
                suffix="ms"
                inputMode="numeric"
                {...field("settings.network_ms", of?.network_ms?.message)}
              />
            </Columns>
            <Checkbox help={t("help.compresses_responses")} {...form.register("settings.compresses_responses")}>
              {t("field.compresses_responses")}
            </Checkbox>
          </Stack>
        </Card>
        <Row end>
          <Button type="submit" variant="primary" busy={isSubmitting}>
            {t("form.save")}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
