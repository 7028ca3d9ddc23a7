import { newPromotionCodeSchema } from "@litfass/contract/billing/billing";
import type { Currency } from "@litfass/contract/kernel/money";
import { useMemo, useState } from "react";
import { Controller } from "react-hook-form";
import { problemText } from "../../../api/api-error.ts";
import { checkBy, showServerErrors, useCheckedForm } from "../../../api/contract-form.ts";
import { useChange } from "../../../api/use-call.ts";
import { useOfferedCurrencies } from "../../../api/use-offered-currencies.ts";
import { formatMoney } from "../../../i18n/format.ts";
import { amountOf } from "../../../i18n/parse-amount.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { DateField } from "../../../ui/inputs/date-field.tsx";
import { todayOn } from "../../../ui/inputs/date-range.ts";
import { Select } from "../../../ui/inputs/select.tsx";
import { TextInput } from "../../../ui/inputs/text-input.tsx";
import { Columns, Stack } from "../../../ui/layout/layout.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";

const audiences = ["all", "new", "paid"] as const;
type Values = {
  code: string;
  amount: string;
  currency: Currency;
  first_on: string;
  last_on: string;
  max_redemptions: string;
  audience: (typeof audiences)[number];
  min_paid: string;
  note: string;
};

const bodyOf = ({ audience, min_paid, amount, max_redemptions, ...values }: Values) => ({
  ...values,
  amount: amountOf(amount) ?? Number.NaN,
  max_redemptions: amountOf(max_redemptions) ?? Number.NaN,
  new_customers_only: audience === "new",
  min_paid: audience === "paid" ? (amountOf(min_paid) ?? Number.NaN) : null,
});

/** Creates a promotion code. What all its redemptions cost together is shown, because that needs approval. */
export function NewCodeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("promotions");
  const today = todayOn();
  const currencies = useOfferedCurrencies();
  const [problem, setProblem] = useState<string | null>(null);
  const [key] = useState(() => crypto.randomUUID());
  const check = useMemo(() => {
    const checkBody = checkBy<unknown>(newPromotionCodeSchema);
    return (values: Values) => checkBody(bodyOf(values));
  }, []);
  const form = useCheckedForm<Values>(check, {
    code: "",
    amount: "",
    currency: currencies[0],
    first_on: today,
    last_on: "",
    max_redemptions: "100",
    audience: "all",
    min_paid: "",
    note: "",
  });
  const create = useChange("createPromotionCode", ["listPromotionCodes", "listApprovals"]);
  const { errors, isSubmitting } = form.formState;
  const [amount, max, currency, audience] = form.watch(["amount", "max_redemptions", "currency", "audience"]);
  const total = (amountOf(amount) ?? 0) * (amountOf(max) ?? 0);

  async function submit(values: Values) {
    setProblem(null);
    try {
      const { approval } = await create.mutateAsync({ body: bodyOf(values), idempotencyKey: key });
      showSnackbar(approval === null ? t("new.created") : t("new.asked"));
      onClose();
    } catch (error) {
      if (!showServerErrors(form, error)) setProblem(problemText(error));
    }
  }
  const day = (name: "first_on" | "last_on") => (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <DateField
          label={t(`new.${name}`)}
          value={value || null}
          min={name === "last_on" ? today : undefined}
          error={errors[name]?.message}
          onChange={(next) => onChange(next ?? "")}
        />
      )}
    />
  );
  return (
    <Dialog
      open
      size="plan"
      title={t("new.title")}
      lead={t("new.lead")}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} form="new-code" busy={isSubmitting}>
          {t("new.create")}
        </DialogActions>
      }
    >
      <form id="new-code" noValidate onSubmit={form.handleSubmit(submit)}>
        <Stack>
          {problem && <Note tone="error">{problem}</Note>}
          <TextInput
            label={t("column.code")}
            help={t("new.codeHelp")}
            autoFocus
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            error={errors.code?.message}
            {...form.register("code")}
          />
          <Columns least={160}>
            <TextInput
              label={t("column.amount")}
              inputMode="decimal"
              autoComplete="off"
              error={errors.amount?.message}
              {...form.register("amount")}
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
          </Columns>
          <Columns least={160}>
            {day("first_on")}
            {day("last_on")}
          </Columns>
          <TextInput
            label={t("new.max_redemptions")}
            inputMode="numeric"
            autoComplete="off"
            help={total > 0 ? t("new.total", { amount: formatMoney(total, currency) }) : undefined}
            error={errors.max_redemptions?.message}
            {...form.register("max_redemptions")}
          />
          <Controller
            control={form.control}
            name="audience"
            render={({ field: { value, onChange } }) => (
              <Select
                label={t("column.for")}
                options={audiences.map((each) => ({ value: each, label: t(`for.${each}`) }))}
                value={value}
                onChange={onChange}
              />
            )}
          />
          {audience === "paid" && (
            <TextInput
              label={t("new.min_paid")}
              prefix={currency}
              inputMode="decimal"
              autoComplete="off"
              error={errors.min_paid?.message}
              {...form.register("min_paid")}
            />
          )}
          <TextInput
            label={t("new.note")}
            help={t("new.noteHelp")}
            autoComplete="off"
            error={errors.note?.message}
            {...form.register("note")}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
