import type { PlanId } from "@litfass/contract/billing/billing";
import { useState } from "react";
import { firstMessage, problemText } from "../../../api/api-error.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatAmount, formatTerm } from "../../../i18n/format.ts";
import { amountOf } from "../../../i18n/parse-amount.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { AmountInput } from "../../../ui/inputs/amount-input.tsx";
import { Combobox } from "../../../ui/inputs/combobox.tsx";
import { type Option, Select } from "../../../ui/inputs/select.tsx";
import { TextArea, TextInput } from "../../../ui/inputs/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";
import styles from "../invoices/invoices.module.css";

type Values = { user: Option | null; plan: PlanId | "none"; description: string; amount: string; note: string };
const empty: Values = { user: null, plan: "none", description: "", amount: "", note: "" };

/** Opens an order by invoice for a customer: a plan, or a description and an amount. */
export function NewOrderDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("invoices");
  const [search, setSearch] = useState("");
  const [values, setValues] = useState({ ...empty, key: crypto.randomUUID() });
  const set = (patch: Partial<Values>) => setValues((now) => ({ ...now, ...patch, key: crypto.randomUUID() }));
  const found = useCall(
    "listAssignableCustomers",
    { query: { search: search || undefined, per_page: 20, sort: "company_name" } },
    { keep: true },
  );
  const plans = useCall("listPlans", undefined, { staleMs: 600_000 });
  const create = useChange("createManualInvoice", ["listManualInvoices"]);
  const typed = amountOf(values.amount);
  const free = values.plan === "none";
  const valid = values.user !== null && (!free || (values.description.trim() !== "" && typed !== null && typed > 0));

  async function submit(event: React.FormEvent) {
    event.preventDefault();
    if (!valid || !values.user) return;
    try {
      const made = await create.mutateAsync({
        body: {
          user: values.user.value,
          ...(values.plan === "none"
            ? { description: values.description.trim(), amount: typed ?? undefined }
            : { plan: values.plan }),
          note: values.note.trim() || null,
        },
        idempotencyKey: values.key,
      });
      showSnackbar(t("orders.created", { number: made.id }));
      onClose();
    } catch {
      // The error is shown above the form or at its field.
    }
  }

  return (
    <Dialog
      open
      size="plan"
      title={t("orders.newTitle")}
      lead={t("orders.newLead")}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} form="order" disabled={!valid} busy={create.isPending}>
          {t("orders.create")}
        </DialogActions>
      }
    >
      <form id="order" className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {create.error && <Note tone="error">{problemText(create.error)}</Note>}
        <Combobox
          label={t("column.user")}
          placeholder={t("field.userSearch")}
          options={(found.data?.data ?? []).map((each) => ({
            value: each.uid,
            label: [each.company_name || each.full_name, each.email].filter(Boolean).join(", "),
          }))}
          loading={found.isFetching}
          onSearch={setSearch}
          value={values.user}
          onChange={(user) => set({ user })}
          error={firstMessage(create.error, "user")}
        />
        <Select
          label={t("field.plan")}
          help={values.plan === "none" ? undefined : t("field.planHelp")}
          options={[
            { value: "none", label: t("field.noPlan") },
            ...(plans.data ?? []).map((each) => ({
              value: each.id,
              label: t("field.planPrice", {
                plan: each.name,
                amount: formatAmount(each.discount?.list_price ?? each.price),
                term: formatTerm(each.term_months),
              }),
            })),
          ]}
          value={values.plan}
          onChange={(plan) => set({ plan })}
          error={firstMessage(create.error, "plan")}
        />
        {free && (
          <>
            <TextInput
              label={t("column.description")}
              help={t("field.descriptionHelp")}
              maxLength={200}
              value={values.description}
              error={firstMessage(create.error, "description")}
              onChange={(event) => set({ description: event.target.value })}
            />
            <AmountInput
              label={t("field.amount")}
              help={t("field.amountHelp")}
              currency={undefined}
              value={values.amount}
              onChange={(amount) => set({ amount })}
              error={firstMessage(create.error, "amount")}
            />
          </>
        )}
        <TextArea
          label={t("field.note")}
          help={t("field.noteHelp")}
          maxLength={1000}
          value={values.note}
          onChange={(event) => set({ note: event.target.value })}
        />
      </form>
    </Dialog>
  );
}
