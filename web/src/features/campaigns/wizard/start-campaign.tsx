import type { ReadinessIssue, WizardStep } from "@litfass/contract/campaigns/campaigns";
import { Play } from "lucide-react";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { call } from "../../../api/api.ts";
import { ApiError } from "../../../api/api-error.ts";
import { refreshSession } from "../../../api/enter-session.ts";
import { queryClient, useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";
import { ReadyNote } from "./budget-source.tsx";
import { causeOfNothing, shortfallOf } from "./forecast/forecast-verdict.ts";
import { useForecast } from "./forecast/use-forecast.ts";
import { NothingNote } from "./nothing-note.tsx";
import { ShortNote } from "./short-note.tsx";
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

type StartCampaignProps = {
  draft: Draft;
  /** Null until the server has responded. */
  missing: ReadinessIssue[] | null;
  failure: ReadinessFailure | null;
  onGo: (step: WizardStep) => void;
};

/** What is missing, what the forecast warns of, and Start. */
export function StartCampaign({ draft, missing, failure, onGo }: StartCampaignProps) {
  const { t } = useTranslation("campaigns");
  const [busy, setBusy] = useState(false);
  const [startsAnyway, setStartsAnyway] = useState(false);
  const forecast = useForecast(draft.campaign);
  const nothing = forecast.data ? causeOfNothing(forecast.data) : null;
  const shortfall = forecast.data ? shortfallOf(forecast.data, draft.campaign.total_budget) : null;
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
        <>
          {shortfall && <ShortNote shortfall={shortfall} draft={draft} onGo={onGo} />}
          <ReadyNote campaign={draft.campaign} tone={shortfall ? "info" : "ok"} />
        </>
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
