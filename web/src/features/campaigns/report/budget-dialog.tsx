import type { BudgetPreview } from "@litfass/contract/campaigns/campaign-budget";
import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { firstMessage, problemText } from "../../../api/api-error.ts";
import { attempt } from "../../../api/attempt.ts";
import { refreshSession } from "../../../api/enter-session.ts";
import { useSignedInUser } from "../../../api/session.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatAmount, formatMoney, formatNumber } from "../../../i18n/format.ts";
import { amountOf } from "../../../i18n/parse-amount.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { AmountInput } from "../../../ui/inputs/amount-input.tsx";
import { DateField } from "../../../ui/inputs/date-field.tsx";
import { todayOn } from "../../../ui/inputs/date-range.ts";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";
import { useDebouncedValue } from "../../../ui/use-debounced-value.ts";
import styles from "../change-effect.module.css";

/** A preview is asked for once typing pauses this long. */
const typingMs = 300;
const refreshed = [
  "listCampaigns",
  "listUserCampaigns",
  "showCampaign",
  "showCampaignOverview",
  "listCampaignOverviews",
  "listCampaignChanges",
  "listCampaignSuggestions",
  "listTransactions",
  "showBudget",
] as const;

/** Changes the budget and the end of a running campaign, and says before saving what that does to the balance. */
export function BudgetDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { t } = useTranslation("campaign-report");
  const { t: tCampaigns } = useTranslation("campaigns");
  const { name, currency, start_on } = campaign;
  const [text, setText] = useState(campaign.total_budget === null ? "" : formatAmount(campaign.total_budget));
  const [endOn, setEndOn] = useState(campaign.end_on);
  const params = { userCampaign: campaign.id };
  const wanted = useDebouncedValue(amountOf(text), typingMs);
  const preview = useCall(
    "previewBudgetChange",
    { params, body: { total_budget: wanted, end_on: endOn } },
    { enabled: wanted !== null && endOn !== null, keep: true, staleMs: 0 },
  );
  const save = useChange("changeCampaign", refreshed);
  const error = save.error ?? preview.error;
  const atBudget = firstMessage(error, "total_budget");
  const atEnd = firstMessage(error, "end_on");
  const viewer = useSignedInUser();
  const isShort = atBudget !== undefined && (wanted ?? 0) > (campaign.total_budget ?? 0);

  async function change(total_budget: number | null, end_on: string | null): Promise<void> {
    await save.mutateAsync({ params, body: { total_budget, end_on } });
    // The side menu shows the balance of the session.
    await refreshSession();
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    const amount = amountOf(text);
    if (amount === null && text.trim() !== "") return;
    try {
      await change(amount, endOn);
    } catch {
      // Shown at the fields.
      return;
    }
    onClose();
    const undo = () => change(campaign.total_budget, campaign.end_on);
    showSnackbar(t("budgetDialog.saved", { name }), {
      label: t("budgetDialog.undo"),
      act: () => void attempt(undo, t("budgetDialog.undone", { name })),
    });
  }
  const today = todayOn();
  return (
    <Dialog
      open
      title={t("budgetDialog.title")}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} form="budget" busy={save.isPending}>
          {t("budgetDialog.save")}
        </DialogActions>
      }
    >
      <form id="budget" className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {error && !atBudget && !atEnd && <Note tone="error">{problemText(error)}</Note>}
        <AmountInput
          label={tCampaigns("field.budget")}
          currency={currency}
          autoFocus
          value={text}
          error={atBudget}
          onChange={(typed) => {
            save.reset();
            setText(typed);
          }}
        />
        {isShort && campaign.owner === viewer.uid && (
          <p className={styles.more}>
            <Link to="/invoices?top-up=1">{tCampaigns("source.topUp")}</Link>
          </p>
        )}
        <DateField
          label={tCampaigns("field.end")}
          value={endOn}
          min={start_on && start_on > today ? start_on : today}
          error={atEnd}
          onChange={(day) => {
            save.reset();
            setEndOn(day);
          }}
        />
        <div role="status">{preview.data && !error && <Effect preview={preview.data} />}</div>
      </form>
    </Dialog>
  );
}

/** What saving now would reserve or return, and the balance, impressions and daily share afterwards. */
function Effect({ preview }: { preview: BudgetPreview }) {
  const { currency, reserved, returned, balance, per_day, impressions } = preview;
  const { t } = useTranslation("campaign-report");
  const { t: tCampaigns } = useTranslation("campaigns");
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    <dl className={styles.effect}>
      <dt>{t(returned > 0 ? "budgetDialog.returned" : "budgetDialog.reserved")}</dt>
      <dd>{money(returned > 0 ? returned : reserved)}</dd>
      <dt>{t("budgetDialog.balance")}</dt>
      <dd>{money(balance.after)}</dd>
      <dt>{tCampaigns("change.bought")}</dt>
      <dd>
        {impressions.after !== impressions.before && <>{formatNumber(impressions.before)} → </>}
        {formatNumber(impressions.after)}
      </dd>
      <dt>{t("budgetDialog.perDay")}</dt>
      <dd>
        {per_day.after !== per_day.before && <>{money(per_day.before)} → </>}
        {money(per_day.after)}
      </dd>
    </dl>
  );
}
