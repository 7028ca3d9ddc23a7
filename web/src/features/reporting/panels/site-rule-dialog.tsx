import type { SiteRule } from "@litfass/contract/targeting/site-rules";
import { useState } from "react";
import { useCall } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { Combobox } from "../../../ui/inputs/combobox.tsx";
import type { Option } from "../../../ui/inputs/select.tsx";
import { Stack } from "../../../ui/layout/layout.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";
import type { DashboardFilter } from "../use-filter.ts";
import { useRuleChange, useSiteRules } from "./use-site-rules.ts";

type SiteRuleDialogProps = {
  filter: DashboardFilter;
  site: string;
  rule: Exclude<SiteRule, "none">;
  onClose: () => void;
};

/** Allows or blocks a site in a campaign and explains the effect of a first whitelist. */
export function SiteRuleDialog({ filter, site, rule, onClose }: SiteRuleDialogProps) {
  const { t } = useTranslation("reporting");
  const campaigns = useCall("listStatisticCampaigns", {
    query: filter.owner === null ? {} : { owner: filter.owner },
  });
  const options = (campaigns.data ?? []).map(({ text, value }) => ({ label: text, value: String(value) }));
  const [picked, setPicked] = useState<Option | null>(null);
  const chosen = options.find(({ value }) => value === String(filter.campaignId)) ?? picked;
  const campaignId = chosen === null ? null : Number(chosen.value);
  const { canRule, hasWhitelist } = useSiteRules(campaignId, [site]);
  const { set, busy } = useRuleChange();

  async function confirm(): Promise<void> {
    if (campaignId === null) return;
    await set(campaignId, site, rule);
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`rule.title.${rule}`, { site })}
      lead={t(`rule.lead.${rule}`)}
      actions={
        <DialogActions
          onCancel={onClose}
          busy={busy}
          disabled={campaignId === null || !canRule}
          onClick={() => void confirm()}
        >
          {t(`rule.confirm.${rule}`)}
        </DialogActions>
      }
    >
      <Stack gap="small">
        <Combobox label={t("campaigns.choose")} options={options} value={chosen} onChange={setPicked} />
        {campaignId !== null && !canRule && <Note tone="warn">{t("rule.fixed")}</Note>}
        {campaignId !== null && canRule && rule === "allow" && !hasWhitelist && (
          <Note tone="warn">{t("rule.onlyHere")}</Note>
        )}
      </Stack>
    </Dialog>
  );
}
