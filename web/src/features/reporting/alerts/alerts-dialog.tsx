import type { Alert } from "@litfass/contract/reporting/alerts";
import { maxAlerts } from "@litfass/contract/reporting/alerts";
import { Plus } from "lucide-react";
import { useState } from "react";
import { problemText } from "../../../api/api-error.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { AlertForm } from "./alert-form.tsx";
import { AlertList } from "./alert-list.tsx";
import { usualValues, valuesOf } from "./alert-values.ts";

type AlertsDialogProps = {
  /** The campaign from which it was opened; null from the dashboard. */
  campaign: { id: number; name: string } | null;
  /** Of the campaign or the account; null if the campaigns have several. */
  currency: string | null;
  onClose: () => void;
};

/** The user's alerts by mail: list, add, change, switch off, remove. */
export function AlertsDialog({ campaign, currency, onClose }: AlertsDialogProps) {
  const { t } = useTranslation("alerts");
  const [form, setForm] = useState<Alert | "new" | null>(null);
  const alerts = useCall("listAlerts");
  const create = useChange("createAlert", ["listAlerts"]);
  const change = useChange("changeAlert", ["listAlerts"]);
  const remove = useChange("removeAlert", ["listAlerts"]);
  const error = create.error ?? change.error ?? remove.error;
  const close = { onSuccess: () => setForm(null) };
  const show = (next: typeof form) => {
    for (const each of [create, change, remove]) each.reset();
    setForm(next);
  };
  return (
    <Dialog
      open
      size="wide"
      title={t("title")}
      lead={t("lead")}
      onClose={onClose}
      // The form has its own way back.
      actions={form === null && <Button onClick={onClose}>{t("close")}</Button>}
    >
      {error && <Note tone="error">{problemText(error)}</Note>}
      {form ? (
        <AlertForm
          initial={form === "new" ? usualValues : valuesOf(form.rule)}
          campaign={form === "new" ? campaign : null}
          currency={currency}
          busy={create.isPending || change.isPending}
          submit={t(form === "new" ? "create" : "save")}
          onSubmit={(rule, about) =>
            form === "new"
              ? create.mutate({ body: { campaign: about, rule } }, close)
              : change.mutate({ params: { id: form.id }, body: { rule } }, close)
          }
          onCancel={() => show(null)}
        />
      ) : alerts.error && !alerts.data ? (
        <ErrorState title={t("failed")} error={alerts.error} onRetry={() => void alerts.refetch()} />
      ) : !alerts.data ? (
        <SkeletonRows rows={3} />
      ) : (
        <>
          {alerts.data.length === 0 ? (
            <EmptyState title={t("none")}>{t("noneText")}</EmptyState>
          ) : (
            <AlertList
              alerts={alerts.data}
              currency={currency}
              onSwitch={({ id }, is_active) => change.mutate({ params: { id }, body: { is_active } })}
              onEdit={show}
              onRemove={({ id }) => remove.mutate({ params: { id } })}
            />
          )}
          <Button icon={Plus} disabled={alerts.data.length >= maxAlerts} onClick={() => show("new")}>
            {t("add")}
          </Button>
        </>
      )}
    </Dialog>
  );
}
