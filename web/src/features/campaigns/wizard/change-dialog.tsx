import type { Campaign, SettingsChange } from "@litfass/contract/campaigns/campaigns";
import type { ChangePreview } from "@litfass/contract/campaigns/change-preview";
import type { ForecastRange } from "@litfass/contract/campaigns/forecast";
import type { ReactNode } from "react";
import { ApiError, problemText } from "../../../api/api-error.ts";
import { refreshSession } from "../../../api/enter-session.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatMoney, formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";
import styles from "../change-effect.module.css";
import { ChangedFields } from "../history/changed-fields.tsx";
import { afterSettings, useUndo } from "../history/use-undo.ts";
import { forecastSpan } from "./forecast/forecast-span.ts";

type ChangeDialogProps = {
  /** As it is saved. */
  campaign: Campaign;
  change: SettingsChange;
  onRefused: (error: unknown) => void;
  onSaved: () => void;
  onClose: () => void;
};

/** Says what saving the changes of a started campaign does, and saves them. */
export function ChangeDialog({ campaign, change, onRefused, onSaved, onClose }: ChangeDialogProps) {
  const { t } = useTranslation("campaigns");
  const params = { userCampaign: campaign.id };
  const preview = useCall("previewCampaignChange", { params, body: change }, { staleMs: 0 });
  const save = useChange("changeCampaign", afterSettings);
  const { announce } = useUndo(campaign);
  const error = save.error ?? preview.error;

  function close() {
    if (error) onRefused(error);
    onClose();
  }
  async function submit() {
    try {
      await save.mutateAsync({ params, body: change });
    } catch {
      // Shown in the dialog.
      return;
    }
    onSaved();
    // The side menu shows the balance of the session.
    await refreshSession();
    await announce(t("change.saved", { name: campaign.name }));
  }
  return (
    <Dialog
      open
      size="plan"
      title={t("change.title", { name: campaign.name })}
      lead={t(campaign.status === "PAUSED" ? "change.leadPaused" : "change.lead")}
      onClose={close}
      actions={
        <DialogActions
          onCancel={close}
          busy={save.isPending}
          disabled={!preview.data || error !== null}
          onClick={() => void submit()}
        >
          {t("change.save")}
        </DialogActions>
      }
    >
      {error ? (
        <Refusal error={error} />
      ) : preview.data ? (
        <Effect preview={preview.data} campaign={campaign} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Dialog>
  );
}

function Refusal({ error }: { error: Error }) {
  const messages = error instanceof ApiError ? Object.values(error.errors).flat() : [];
  return (
    <Note tone="error">
      {messages.length > 1 ? messages.map((message) => <p key={message}>{message}</p>) : problemText(error)}
    </Note>
  );
}

/** The changed settings, then the forecast and the money before and after. */
function Effect({ preview, campaign }: { preview: ChangePreview; campaign: Campaign }) {
  const { t } = useTranslation("campaigns");
  const { fields, needs_review, budget, forecast } = preview;
  const money = (amount: number) => formatMoney(amount, budget.currency);
  const span = (range: ForecastRange | null) => (range ? forecastSpan(t, range) : t("change.unknown"));
  const { before, after } = forecast;
  return (
    <div className={styles.form}>
      {after.available === null && <Note tone="warn">{t("change.few")}</Note>}
      {needs_review && <Note tone="warn">{t("change.review")}</Note>}
      <ChangedFields entry={{ fields }} campaign={campaign} />
      <dl className={styles.effect} aria-label={t("change.effect")}>
        <Figure label={t("forecast.available")} before={span(before.available)} after={span(after.available)} />
        <Figure label={t("forecast.reach")} before={span(before.reach)} after={span(after.reach)} />
        <Figure
          label={t("change.bought")}
          before={formatNumber(budget.impressions.before)}
          after={formatNumber(budget.impressions.after)}
        />
        <Figure label={t("change.perDay")} before={money(budget.per_day.before)} after={money(budget.per_day.after)} />
        <dt>{t(budget.returned > 0 ? "change.returned" : "change.reserved")}</dt>
        <dd>{money(budget.returned > 0 ? budget.returned : budget.reserved)}</dd>
        <Figure label={t("change.balance")} before={money(budget.balance.before)} after={money(budget.balance.after)} />
      </dl>
    </div>
  );
}

function Figure({ label, before, after }: { label: ReactNode; before: string; after: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {before !== after && <>{before} → </>}
        {after}
      </dd>
    </>
  );
}
