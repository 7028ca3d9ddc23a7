import type { ReadinessIssue, WizardStep } from "@litfass/contract/campaigns/campaigns";
import { Pause, Play } from "lucide-react";
import type { ComponentType } from "react";
import { useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { CampaignState } from "../campaign-state.tsx";
import { CampaignSummary } from "./campaign-summary.tsx";
import { type ReadinessFailure, StartCampaign } from "./start-campaign.tsx";
import type { Draft } from "./use-draft.ts";
import wizard from "./wizard.module.css";

type PreviewStepProps = {
  draft: Draft;
  /** Null until the server has responded. */
  missing: ReadinessIssue[] | null;
  failure: ReadinessFailure | null;
  BannerGrid: ComponentType<{ campaignId: number }>;
  onGo: (step: WizardStep) => void;
};

/** Step 7: the finished banners, what is missing, and Start. */
export function PreviewStep({ draft, missing, failure, BannerGrid, onGo }: PreviewStepProps) {
  const { campaign } = draft;
  return (
    <>
      <div className={wizard.section}>
        <BannerGrid campaignId={campaign.id} />
      </div>
      <div className={wizard.section}>
        <CampaignSummary campaign={campaign} onGo={onGo} />
      </div>
      <div className={wizard.section}>
        {campaign.status === "DRAFT" ? (
          <StartCampaign draft={draft} missing={missing} failure={failure} onGo={onGo} />
        ) : (
          <Running draft={draft} />
        )}
      </div>
    </>
  );
}

function Running({ draft }: { draft: Draft }) {
  const { t } = useTranslation("campaigns");
  const { campaign } = draft;
  const change = useChange("changeCampaign", ["showCampaign", "listCampaigns", "countCampaigns"]);
  const setStatus = async (status: "ACTIVE" | "PAUSED") => {
    try {
      await change.mutateAsync({ params: { userCampaign: campaign.id }, body: { status } });
      showSnackbar(t(`done.${status}`, { name: campaign.name }));
    } catch (error) {
      showSnackbar(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div className={wizard.foot} style={{ marginTop: 0 }}>
      <span style={{ flex: 1 }}>
        <CampaignState delivery={campaign.delivery} />
      </span>
      {campaign.status === "ACTIVE" && (
        <Button icon={Pause} busy={change.isPending} onClick={() => void setStatus("PAUSED")}>
          {t("action.pause")}
        </Button>
      )}
      {campaign.status === "PAUSED" && (
        <Button icon={Play} variant="primary" busy={change.isPending} onClick={() => void setStatus("ACTIVE")}>
          {t("action.resume")}
        </Button>
      )}
    </div>
  );
}
