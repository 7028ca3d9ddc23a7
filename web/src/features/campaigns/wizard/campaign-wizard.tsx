import {
  type Campaign,
  type ReadinessIssue,
  type WizardStep,
  wizardSteps,
} from "@litfass/contract/campaigns/campaigns";
import { type ComponentProps, type ComponentType, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useParams, useSearchParams } from "react-router";
import { isMissing } from "../../../api/api-error.ts";
import { useSignedInUser } from "../../../api/session.ts";
import { useCall } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import { CampaignHistory } from "../history/campaign-history.tsx";
import { NearEnd } from "../near-end.tsx";
import { TargetingStep } from "../targeting/targeting-step.tsx";
import { BasicStep } from "./basic-step.tsx";
import { BudgetStep } from "./budget-step.tsx";
import { ChangeDialog } from "./change-dialog.tsx";
import { ForecastPanel } from "./forecast/forecast-panel.tsx";
import { LinkStep } from "./link-step.tsx";
import { PreviewStep } from "./preview-step.tsx";
import type { ReadinessFailure } from "./start-campaign.tsx";
import { TypeField } from "./type-field.tsx";
import { type Draft, useDraft } from "./use-draft.ts";
import { useStagedDraft } from "./use-staged-draft.ts";
import styles from "./wizard.module.css";
import { WizardFooter } from "./wizard-footer.tsx";
import { WizardSteps } from "./wizard-steps.tsx";

/** The banner steps belong to the creatives feature; the app passes them in. */
type BannerParts = {
  TemplateStep: ComponentType<{ campaignId: number; onChosen: () => void }>;
  StudioStep: ComponentType<{ campaignId: number }>;
  BannerGrid: ComponentType<{ campaignId: number }>;
  VideoStep: ComponentType<{ campaignId: number }>;
  VideoPreview: ComponentType<{ campaignId: number }>;
  AudioStep: ComponentType<{ campaignId: number }>;
  CompanionStep: ComponentType<{ campaignId: number }>;
  AudioPreview: ComponentType<{ campaignId: number }>;
  CampaignReview: ComponentType<{ campaignId: number; started: boolean }>;
  PreviewLinkButton: ComponentType<{ campaignId: number }>;
};

/** A video campaign has a video step instead of template and content. */
const stepsOf = (type: Campaign["type"]): WizardStep[] =>
  wizardSteps.filter((step) => type !== "video" || step !== "customise");

/**
 * What the steps of a campaign's ads are called: those of a video and of a spot with its companion banner have own
 * names.
 */
const nameOf = (type: Campaign["type"], step: WizardStep) => {
  if (type === "video" && step === "template") return "video";
  if (type !== "audio") return step;
  return step === "template" ? "audio" : step === "customise" ? "companion" : step;
};

/** The steps in which banners are changed, and the step in which the campaign is started. */
const showsReview = (status: Campaign["status"], step: WizardStep): boolean =>
  (status === "DRAFT" && step === "preview") ||
  ((status === "ACTIVE" || status === "PAUSED") && (step === "template" || step === "customise" || step === "preview"));

const isStep = (value: string | null): value is WizardStep => wizardSteps.some((step) => step === value);

/** Edits one campaign in seven steps, each saved while typing (ROUTE-034). */
export function CampaignWizard({ parts, startAt }: { parts: BannerParts; startAt?: WizardStep }) {
  const { t } = useTranslation("campaigns");
  const { id, uid } = useParams();
  const campaign = useCall("showCampaign", { params: { userCampaign: Number(id) } });
  if (isMissing(campaign.error) && !campaign.data) {
    const list = uid ? `/users/${uid}/campaigns` : "/campaigns";
    return (
      <PageHeading back={{ to: list, label: t("title") }} lead={t("wizard.notFound.text")}>
        {t("wizard.notFound.title")}
      </PageHeading>
    );
  }
  if (campaign.error && !campaign.data) {
    return <ErrorState title={t("wizard.failed")} error={campaign.error} onRetry={() => void campaign.refetch()} />;
  }
  if (!campaign.data) return <SkeletonRows rows={6} />;
  const { data } = campaign;
  const isStarted = data.status === "ACTIVE" || data.status === "PAUSED";
  const Editor = isStarted ? StartedWizard : DraftWizard;
  return <Editor key={data.id} saved={data} parts={parts} startAt={startAt ?? "basic"} />;
}

type EditorProps = { saved: Campaign; parts: BannerParts; startAt: WizardStep };

/** Saves while typing; of an ended campaign only the name. */
function DraftWizard(props: EditorProps) {
  return <Wizard {...props} draft={useDraft(props.saved)} />;
}

/** Saves all changes together, after showing what they do. */
function StartedWizard(props: EditorProps) {
  const { saved } = props;
  const { staged, ...draft } = useStagedDraft(saved);
  const [isAsked, setIsAsked] = useState(false);
  // Fields that hold typed text start again after a save, an undo or a discard.
  const [discards, setDiscards] = useState(0);
  const discard = () => {
    staged.discard();
    setDiscards((now) => now + 1);
  };
  return (
    <>
      <Wizard
        {...props}
        draft={draft}
        revision={`${saved.updated_at}:${discards}`}
        staged={staged.change && { onSave: () => setIsAsked(true), onDiscard: discard }}
      />
      {isAsked && staged.change && (
        <ChangeDialog
          campaign={saved}
          change={staged.change}
          onRefused={staged.refuse}
          onSaved={() => {
            setIsAsked(false);
            discard();
          }}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  );
}

type WizardProps = EditorProps & {
  draft: Draft;
  staged?: ComponentProps<typeof WizardFooter>["staged"];
  revision?: string;
};

function Wizard({ saved, parts, startAt, draft, staged, revision }: WizardProps) {
  const { t } = useTranslation("campaigns");
  const navigate = useNavigate();
  const { uid } = useParams();
  const viewer = useSignedInUser();
  const list = uid ? `/users/${uid}/campaigns` : "/campaigns";
  const [params, setParams] = useSearchParams();
  const asked = params.get("step");
  const wanted = isStep(asked) ? asked : startAt;
  const step = draft.campaign.type === "video" && wanted === "customise" ? "template" : wanted;
  const readiness = useCall("checkCampaignReadiness", { params: { userCampaign: saved.id } }, { staleMs: 0 });
  const missing = readiness.data?.missing ?? null;
  const failure =
    readiness.error && !missing ? { error: readiness.error, retry: () => void readiness.refetch() } : null;
  const open = new Set(missing?.map((point) => point.step));
  const { type } = draft.campaign;
  // Banners without a template have no content; a spot needs no companion.
  if (type === "display" && open.has("template")) open.add("customise");
  const steps = stepsOf(type);
  const done = readiness.data ? wizardSteps.filter((each) => each !== "preview" && !open.has(each)) : [];

  const recheck = readiness.refetch;
  const savedAt = draft.savedAt?.getTime();
  useEffect(() => {
    if (savedAt) void recheck();
  }, [savedAt, recheck]);

  const go = async (next: WizardStep) => {
    await draft.flush();
    setParams({ step: next });
    window.scrollTo(0, 0);
  };
  // Screen readers announce the new step, also the first one of a new draft. Two Tabs reach its first field.
  const heading = useRef<HTMLHeadingElement>(null);
  const isNew = Boolean((useLocation().state as { created?: true } | null)?.created);
  const lastStep = useRef(isNew ? null : step);
  useEffect(() => {
    if (lastStep.current !== step) heading.current?.focus({ preventScroll: true });
    lastStep.current = step;
  }, [step]);

  const after = steps[steps.indexOf(step) + 1];
  const before = steps[steps.indexOf(step) - 1];
  const titleOf = (each: WizardStep) => t(`step.${nameOf(type, each)}`);
  const wide = step === "template" || step === "customise";
  const foot = (
    <WizardFooter
      draft={draft}
      inset={!wide}
      hidesSaved={step === "customise"}
      staged={staged}
      onBack={before ? () => void go(before) : () => void navigate(list)}
      next={after ? { label: t("wizard.next", { step: titleOf(after) }), onPress: () => void go(after) } : null}
    />
  );

  return (
    <>
      <PageHeading
        back={{ to: list, label: t("title") }}
        headingRef={heading}
        actions={(wide || step === "preview") && <parts.PreviewLinkButton campaignId={saved.id} />}
        lead={saved.owner !== viewer.uid && saved.owner_name && t("wizard.of", { name: saved.owner_name })}
      >
        {type === "audio" && step === "targeting"
          ? t("heading.listeners", { name: draft.campaign.name })
          : t(`heading.${nameOf(type, step)}`, { name: draft.campaign.name })}
      </PageHeading>
      <WizardSteps steps={steps} titleOf={titleOf} step={step} done={done} onChoose={(each) => void go(each)} />
      {/* The note about published ads says when their changes go live. */}
      {saved.status !== "DRAFT" && !(wide && showsReview(saved.status, step)) && (
        <Note className={styles.started}>{t(staged === undefined ? "wizard.over" : "wizard.started")}</Note>
      )}
      <NearEnd campaign={draft.campaign} base={list} />
      {showsReview(saved.status, step) && (
        <parts.CampaignReview campaignId={saved.id} started={saved.status !== "DRAFT"} />
      )}
      {wide ? (
        <>
          <AdStep type={type} step={step} campaignId={saved.id} parts={parts} onChosen={() => void go("customise")} />
          {foot}
        </>
      ) : (
        <div className={styles.columns}>
          <Card flush>
            <StepBody
              key={revision}
              step={step}
              draft={draft}
              missing={missing}
              failure={failure}
              parts={parts}
              onGo={(each) => void go(each)}
            />
            {foot}
          </Card>
          <ForecastPanel draft={draft} onGo={(each) => void go(each)} />
        </div>
      )}
      {(step === "basic" || step === "preview") && <CampaignHistory key={savedAt} campaign={saved} />}
    </>
  );
}

type AdStepProps = {
  type: Campaign["type"];
  step: WizardStep;
  campaignId: number;
  parts: BannerParts;
  onChosen: () => void;
};

/** The step that makes what people see or hear. */
function AdStep({ type, step, campaignId, parts, onChosen }: AdStepProps) {
  const isFirst = step === "template";
  if (type === "video") return <parts.VideoStep campaignId={campaignId} />;
  if (type === "audio") {
    return isFirst ? <parts.AudioStep campaignId={campaignId} /> : <parts.CompanionStep campaignId={campaignId} />;
  }
  if (isFirst) return <parts.TemplateStep campaignId={campaignId} onChosen={onChosen} />;
  return <parts.StudioStep campaignId={campaignId} />;
}

type StepBodyProps = {
  step: WizardStep;
  draft: Draft;
  /** Null until the server has responded. */
  missing: ReadinessIssue[] | null;
  failure: ReadinessFailure | null;
  parts: BannerParts;
  onGo: (step: WizardStep) => void;
};

function StepBody({ step, draft, missing, failure, parts, onGo }: StepBodyProps) {
  if (step === "basic") {
    return (
      <>
        <TypeField
          value={draft.campaign.type}
          isFixed={draft.campaign.status !== "DRAFT"}
          onChange={(type) => draft.change({ type })}
        />
        <BasicStep draft={draft} />
      </>
    );
  }
  if (step === "targeting") return <TargetingStep draft={draft} />;
  if (step === "budget") return <BudgetStep draft={draft} />;
  if (step === "link") return <LinkStep draft={draft} onEnter={() => onGo("preview")} />;
  const previews = { display: parts.BannerGrid, video: parts.VideoPreview, audio: parts.AudioPreview };
  const Preview = previews[draft.campaign.type];
  return <PreviewStep draft={draft} missing={missing} failure={failure} BannerGrid={Preview} onGo={onGo} />;
}
