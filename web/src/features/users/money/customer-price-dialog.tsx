import { newCustomerPriceSchema } from "@litfass/contract/billing/billing";
import { useMemo, useState } from "react";
import { Controller } from "react-hook-form";
import { problemText } from "../../../api/api-error.ts";
import { checkBy, showServerErrors, useCheckedForm } from "../../../api/contract-form.ts";
import { useChange } from "../../../api/use-call.ts";
import { amountOf } from "../../../i18n/parse-amount.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { DateField } from "../../../ui/inputs/date-field.tsx";
import { todayOn } from "../../../ui/inputs/date-range.ts";
import { TextInput } from "../../../ui/inputs/text-input.tsx";
import { Columns, Stack } from "../../../ui/layout/layout.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";
import { nameOf, type Person } from "../profile/person.ts";

/** As typed; an empty percentage is none. */
type Values = { cpm_percent: string; plan_percent: string; first_on: string; last_on: string; reason: string };

const percentOf = (text: string): number => (text.trim() === "" ? 0 : (amountOf(text) ?? Number.NaN));
const bodyOf = ({ cpm_percent, plan_percent, ...terms }: Values) => ({
  ...terms,
  cpm_percent: percentOf(cpm_percent),
  plan_percent: percentOf(plan_percent),
});

/** Agrees on discounts with a customer; above the limit it becomes a request for a second person. */
export function CustomerPriceDialog({ user, onClose }: { user: Person; onClose: () => void }) {
  const { t } = useTranslation("users-admin");
  const [problem, setProblem] = useState<string | null>(null);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const check = useMemo(() => {
    const checkBody = checkBy<unknown>(newCustomerPriceSchema);
    return (values: Values) => checkBody(bodyOf(values));
  }, []);
  const form = useCheckedForm<Values>(check, {
    cpm_percent: "",
    plan_percent: "",
    first_on: todayOn(),
    last_on: "",
    reason: "",
  });
  const agree = useChange("createCustomerPrice", ["listCustomerPrices", "listApprovals"]);
  const { errors, isSubmitting } = form.formState;

  async function submit(values: Values) {
    setProblem(null);
    try {
      const { approval } = await agree.mutateAsync({
        params: { user: user.uid },
        body: bodyOf(values),
        idempotencyKey: key,
      });
      showSnackbar(t(approval === null ? "prices.done" : "prices.asked", { name: nameOf(user) }));
      onClose();
    } catch (error) {
      // Corrected values are another request.
      setKey(crypto.randomUUID());
      if (!showServerErrors(form, error)) setProblem(problemText(error));
    }
  }
  const percent = (name: "cpm_percent" | "plan_percent", label: string) => (
    <TextInput
      label={label}
      suffix="%"
      inputMode="decimal"
      autoComplete="off"
      error={errors[name]?.message}
      {...form.register(name)}
    />
  );
  const day = (name: "first_on" | "last_on") => (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <DateField
          label={t(`prices.${name}`)}
          value={value || null}
          min={name === "last_on" ? todayOn() : undefined}
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
      title={t("prices.dialogTitle", { name: nameOf(user) })}
      lead={t("prices.lead")}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} form="customer-price" busy={isSubmitting}>
          {t("prices.submit")}
        </DialogActions>
      }
    >
      <form id="customer-price" noValidate onSubmit={form.handleSubmit(submit)}>
        <Stack>
          {problem && <Note tone="error">{problem}</Note>}
          <Columns least={160}>
            {percent("cpm_percent", t("prices.cpm"))}
            {percent("plan_percent", t("prices.plans"))}
          </Columns>
          <Columns least={160}>
            {day("first_on")}
            {day("last_on")}
          </Columns>
          <TextInput
            label={t("prices.reason")}
            help={t("prices.reasonHelp")}
            maxLength={200}
            autoComplete="off"
            error={errors.reason?.message}
            {...form.register("reason")}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
