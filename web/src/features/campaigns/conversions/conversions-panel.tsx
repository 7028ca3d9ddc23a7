import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import type { ConversionTracking } from "@litfass/contract/campaigns/conversion-tracking";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useCall } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import text from "../../../ui/layout/text.module.css";
import { ConversionsDialog } from "./conversions-dialog.tsx";
import { TrackingState } from "./tracking-state.tsx";

/** People who set it up watch for the first conversion and for tests. */
const pollMs = 5_000;

/** Whether a campaign measures conversions, what arrived last, and its set-up. */
export function ConversionsPanel({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation("conversions");
  const [isOpen, setOpen] = useState(false);
  const found = useCall(
    "showConversionTracking",
    { params: { userCampaign: campaign.id } },
    { everyMs: (tracking) => tracking?.measures_conversions === true && pollMs },
  );
  const tracking = found.data;
  useFreshFigures(tracking?.last_conversion_at);
  return (
    <Card
      title={t("title")}
      aside={
        tracking && (
          <Button small onClick={() => setOpen(true)}>
            {t(tracking.measures_conversions ? "settings" : "setUp")}
          </Button>
        )
      }
    >
      {found.error && !tracking ? (
        <ErrorState title={t("failed")} error={found.error} onRetry={() => void found.refetch()} />
      ) : !tracking ? (
        <SkeletonRows rows={1} />
      ) : tracking.measures_conversions ? (
        <Measured tracking={tracking} />
      ) : (
        <p className={text.secondary}>{t("off")}</p>
      )}
      {isOpen && tracking && (
        <ConversionsDialog campaignId={campaign.id} tracking={tracking} onClose={() => setOpen(false)} />
      )}
    </Card>
  );
}

function Measured({ tracking }: { tracking: ConversionTracking }) {
  const { t } = useTranslation("conversions");
  return (
    <>
      <TrackingState tracking={tracking} />
      <p className={text.secondary}>{t("counted", { count: tracking.conversion_window_days })}</p>
    </>
  );
}

/** Reads the figures again when a conversion arrives. */
function useFreshFigures(lastAt: string | null | undefined): void {
  const client = useQueryClient();
  const known = useRef(lastAt);
  useEffect(() => {
    if (lastAt === undefined || known.current === lastAt) return;
    const isFirstAnswer = known.current === undefined;
    known.current = lastAt;
    if (isFirstAnswer) return;
    for (const name of ["showStatistics", "listStatisticsTable", "showCampaignOverview"] as const) {
      void client.invalidateQueries({ queryKey: [name] });
    }
  }, [client, lastAt]);
}
