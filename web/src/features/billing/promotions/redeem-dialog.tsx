import { useState } from "react";
import { firstMessage, problemText } from "../../../api/api-error.ts";
import { useChange } from "../../../api/use-call.ts";
import { formatMoney } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { TextInput } from "../../../ui/inputs/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";

/** Redeems a promotion code; the budget on the screen is right when the dialog closes. */
export function RedeemDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("billing");
  const [code, setCode] = useState("");
  // One key until the code changes: a second press, or a retry after a lost response, redeems once.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const redeem = useChange("redeemPromotionCode", ["showMe", "showStatement", "showCampaignSpend"]);
  const problem = redeem.error ? (firstMessage(redeem.error, "code") ?? problemText(redeem.error)) : undefined;

  async function submit(event: React.FormEvent) {
    event.preventDefault();
    if (code.trim() === "") return;
    try {
      const { amount, currency } = await redeem.mutateAsync({ body: { code }, idempotencyKey: key });
      showSnackbar(t("promotion.redeemed", { amount: formatMoney(amount, currency) }));
      onClose();
    } catch {
      setKey(crypto.randomUUID());
    }
  }

  return (
    <Dialog
      open
      title={t("promotion.title")}
      lead={t("promotion.lead")}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} form="redeem" disabled={code.trim() === ""} busy={redeem.isPending}>
          {t("promotion.redeem")}
        </DialogActions>
      }
    >
      <form id="redeem" noValidate onSubmit={(event) => void submit(event)}>
        <TextInput
          label={t("promotion.code")}
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          value={code}
          error={problem}
          onChange={(event) => {
            setCode(event.target.value);
            setKey(crypto.randomUUID());
            redeem.reset();
          }}
        />
      </form>
    </Dialog>
  );
}
