import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import { Share2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { todayOn } from "../../../ui/inputs/date-range.ts";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { wholeRun } from "./use-campaign-filter.ts";

const ShareDialog = lazyPart(async () => (await import("../sharing/share-dialog.tsx")).ShareDialog);

/** Shares the report of one campaign over its whole run. */
export function ShareCampaign({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation("campaign-report");
  const [open, setOpen] = useState(false);
  const today = todayOn();
  const range = wholeRun(campaign, today);
  return (
    <>
      <Button icon={Share2} onClick={() => setOpen(true)}>
        {t("share")}
      </Button>
      {open && (
        <ShareDialog
          filter={{
            range,
            campaignId: campaign.id,
            site: null,
            region: null,
            live: range.to >= today,
            refreshMs: false,
            owner: null,
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
