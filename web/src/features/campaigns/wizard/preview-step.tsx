import type { ReadinessIssue, WizardStep } from "@litfass/contract/campaigns/campaigns";
import { Pause, Play } from "lucide-react";
import { type ComponentType, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { call } from "../../../api/api.ts";
import { ApiError } from "../../../api/api-error.ts";
import { refreshSession } from "../../../api/enter-session.ts";
import { queryClient, useChange } from "../../../api/use-call.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";
import { CampaignState } from "../campaign-state.tsx";
import { ReadyNote } from "./budget-source.tsx";
import { CampaignSummary } from "./campaign-summary.tsx";
import { causeOfNothing } from "./forecast/forecast-verdict.ts";
import { useForecast } from "./forecast/use-forecast.ts";
import { NothingNote } from "./nothing-note.tsx";
import type { Draft } from "./use-draft.ts";
import wizard from "./wizard.module.css";

/** The name of the step that solves an issue. */
function stepNameOf({ code, step }: ReadinessIssue, type: Draft["campaign"]["type"]) {
  if (code.startsWith("video_")) return "step.video";
  if (code.startsWith("audio_")) return "step.audio";
  return type === "audio" && step === "customise" ? "step.companion" : (`step.${step}` as const);
}

/** The readiness check failed. */
export type ReadinessFailure = { error: Error; retry: () => void };

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
          <Start draft={draft} missing={missing} failure={failure} onGo={onGo} />
        ) : (
          <Running draft={draft} />
        )}
      </div>
    </>
  );
}

function Start({ draft, missing, failure, onGo }: Omit<PreviewStepProps, "BannerGrid">) {
  const { t } = useTranslation("campaigns");
  const [busy, setBusy] = useState(false);
  const [startsAnyway, setStartsAnyway] = useState(false);
  const forecast = useForecast(draft.campaign);
  const nothing = forecast.data ? causeOfNothing(forecast.data) : null;
  const params = { userCampaign: draft.campaign.id };
  const navigate = useNavigate();
  const { uid } = useParams();
  const activate = useChange("activateCampaign", ["showCampaign", "listCampaigns", "countCampaigns", "showMe"]);

  // Two calls, the check first: it names what is missing before any budget is reserved (STATE-008).
  async function start() {
    setBusy(true);
    try {
      await draft.flush();
      const check = await call("checkCampaignReadiness", { params });
      if (!check.can_activate) return showSnackbar(check.missing[0]?.message ?? t("wizard.notReady"));
      await activate.mutateAsync({
        params,
        body: { expected_cpm: draft.campaign.cpm },
        idempotencyKey: `activate-${draft.campaign.id}-${draft.campaign.cpm}`,
      });
      showSnackbar(t("done.started", { name: draft.campaign.name }));
      // Starting reserved the budget: the side menu shows what is left.
      await refreshSession();
      await navigate(`${uid ? `/users/${uid}` : ""}/campaigns/${draft.campaign.id}/report`);
    } catch (error) {
      // Another price by now: it is read, so that the next press accepts what is shown.
      if (error instanceof ApiError && error.code === "price_changed") {
        await queryClient.invalidateQueries({ queryKey: ["showCampaign"] });
      }
      const first = error instanceof ApiError ? Object.values(error.errors)[0]?.[0] : null;
      showSnackbar(first ?? (error instanceof Error ? error.message : String(error)));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {failure ? (
        <ErrorState title={t("wizard.readinessFailed")} error={failure.error} onRetry={failure.retry} />
      ) : missing === null || forecast.isLoading ? (
        <Skeleton height={44} />
      ) : missing.length > 0 ? (
        <Note tone="warn">
          <strong>{t("wizard.missing", { count: missing.length })}</strong>
          <ul className={wizard.points}>
            {missing.map((point) => (
              <li key={point.code} className={wizard.point}>
                {point.message}
                {point.step !== "preview" && (
                  <button type="button" className={wizard.fixLink} onClick={() => onGo(point.step)}>
                    {t(stepNameOf(point, draft.campaign.type))}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </Note>
      ) : nothing ? (
        <>
          <NothingNote cause={nothing} campaign={draft.campaign} change={draft.change} onGo={onGo} />
          <Checkbox checked={startsAnyway} onChange={(event) => setStartsAnyway(event.target.checked)}>
            {t("wizard.startAnyway")}
          </Checkbox>
        </>
      ) : (
        <ReadyNote campaign={draft.campaign} />
      )}
      <div>
        <Button
          variant="primary"
          icon={Play}
          busy={busy}
          disabled={missing?.length !== 0 || forecast.isLoading || (nothing !== null && !startsAnyway)}
          onClick={() => void start()}
        >
          {t("action.start")}
        </Button>
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
