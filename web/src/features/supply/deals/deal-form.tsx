import { type DealRecord, dealPriceKinds } from "@litfass/contract/supply/deals";
import { useMemo, useState } from "react";
import { Controller } from "react-hook-form";
import { problemText } from "../../../api/api-error.ts";
import { checkBy, type FormSchema, showServerErrors, useCheckedForm } from "../../../api/contract-form.ts";
import { useOfferedCurrencies } from "../../../api/use-offered-currencies.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { DateField } from "../../../ui/inputs/date-field.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { TextArea, TextInput } from "../../../ui/inputs/text-input.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Columns, Row, Stack } from "../../../ui/layout/layout.tsx";
import { UnsavedChanges } from "../../../ui/unsaved/unsaved-changes.tsx";
import { AccountsField, PlacementsField, SourceField } from "./deal-pickers.tsx";
import { type DealValues, ownPlacements, valuesOf } from "./deal-values.ts";

type DealFormProps = {
  /** Absent for a new one. */
  deal?: DealRecord;
  schema: FormSchema;
  requestOf: (values: DealValues) => unknown;
  onSave: (values: DealValues) => Promise<void>;
};

/** List entries have no field of their own, and the source stands for two: their problem appears there. */
const fieldOf = (path: string, source: string): string => {
  if (path === "exchange" || (path === "placement_ids" && source !== ownPlacements)) return "source";
  return path.replace(/^(placement_ids|account_uids)\..*/, "$1");
};

/** What a deal is about, its price and period, and who may use it. */
export function DealForm({ deal, schema, requestOf, onSave }: DealFormProps) {
  const { t } = useTranslation("deals");
  const [currency] = useOfferedCurrencies();
  const [problem, setProblem] = useState<string | null>(null);
  const check = useMemo(() => {
    const checkBody = checkBy<unknown>(schema);
    return (values: DealValues) => {
      const found = Object.entries(checkBody(requestOf(values)));
      const problems = Object.fromEntries(found.map(([path, text]) => [fieldOf(path, values.source), text]));
      return values.source === "" ? { ...problems, source: t("error.source") } : problems;
    };
  }, [schema, requestOf, t]);
  const form = useCheckedForm<DealValues>(check, valuesOf(deal, currency));
  const { errors, isDirty, isSubmitting } = form.formState;
  const source = form.watch("source");
  const save = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      await onSave(values);
    } catch (error) {
      if (!showServerErrors(form, error)) setProblem(problemText(error));
    }
  });
  const day = (name: "start_on" | "end_on") => (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <DateField label={t(`field.${name}`)} value={value} onChange={onChange} error={errors[name]?.message} />
      )}
    />
  );
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
        <Card title={t("form.what")}>
          <Stack>
            <Columns least={240}>
              <TextInput
                label={t("field.name")}
                help={t("help.name")}
                autoComplete="off"
                error={errors.name?.message}
                {...form.register("name")}
              />
              <TextInput
                label={t("field.deal_id")}
                help={t("help.deal_id")}
                autoComplete="off"
                spellCheck={false}
                error={errors.deal_id?.message}
                {...form.register("deal_id")}
              />
            </Columns>
            <Columns least={240}>
              <Controller
                control={form.control}
                name="source"
                render={({ field: { value, onChange } }) => (
                  <SourceField value={value} onChange={onChange} error={errors.source?.message} />
                )}
              />
              {source === ownPlacements && (
                <Controller
                  control={form.control}
                  name="placement_ids"
                  render={({ field: { value, onChange } }) => (
                    <PlacementsField value={value} onChange={onChange} error={errors.placement_ids?.message} />
                  )}
                />
              )}
            </Columns>
          </Stack>
        </Card>
        <Card title={t("form.price")}>
          <Stack>
            <Columns least={200}>
              <Controller
                control={form.control}
                name="price_kind"
                render={({ field: { value, onChange } }) => (
                  <Select
                    label={t("field.price_kind")}
                    help={t(`help.${value}`)}
                    options={dealPriceKinds.map((kind) => ({ value: kind, label: t(`price.${kind}`) }))}
                    value={value}
                    onChange={onChange}
                  />
                )}
              />
              <TextInput
                label={t("field.price")}
                help={t("help.price")}
                inputMode="decimal"
                autoComplete="off"
                error={errors.price?.message}
                {...form.register("price")}
              />
              <TextInput
                label={t("field.currency")}
                autoComplete="off"
                error={errors.currency?.message}
                {...form.register("currency")}
              />
            </Columns>
            <Columns least={200}>
              {day("start_on")}
              {day("end_on")}
            </Columns>
          </Stack>
        </Card>
        <Card title={t("form.who")}>
          <Stack>
            <Controller
              control={form.control}
              name="account_uids"
              render={({ field: { value, onChange } }) => (
                <AccountsField value={value} onChange={onChange} error={errors.account_uids?.message} />
              )}
            />
            <TextArea
              label={t("field.note")}
              help={t("help.note")}
              rows={3}
              error={errors.note?.message}
              {...form.register("note")}
            />
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
