import type { BulkCampaign, BulkReadiness } from "@litfass/contract/campaigns/bulk-campaigns";
import { useEffect } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { useCall } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import { TargetingStep } from "../targeting/targeting-step.tsx";
import { BasicStep } from "../wizard/basic-step.tsx";
import { TypeField } from "../wizard/type-field.tsx";
import styles from "../wizard/wizard.module.css";
import { WizardFooter } from "../wizard/wizard-footer.tsx";
import { WizardSteps } from "../wizard/wizard-steps.tsx";
import { BulkAdsStep, type BulkParts } from "./bulk-ads-step.tsx";
import { BulkCustomersStep } from "./bulk-customers-step.tsx";
import { BulkLaunchStep } from "./bulk-launch-step.tsx";
import { BulkPeriodStep } from "./bulk-period-step.tsx";
import { type BulkStep, bulkSteps, isBulkStep, placeOf } from "./bulk-steps.ts";
import { type BulkCustomers, useBulkCustomers } from "./use-bulk-customers.ts";
import { type BulkDraft, useBulkDraft } from "./use-bulk-draft.ts";
import { useStepName } from "./use-step-name.ts";

/** Edits one bulk campaign; each step is saved while typing (ROUTE-015, ROUTE-016). */
export function BulkWizard({ parts, startAt }: { parts: BulkParts; startAt: BulkStep }) {
  const { t } = useTranslation("bulk");
  const id = Number(useParams().id);
  const bulk = useCall("showBulkCampaign", { params: { bulkCampaign: id } });
  if (bulk.error && !bulk.data) {
    return <ErrorState title={t("failedOne")} error={bulk.error} onRetry={() => void bulk.refetch()} />;
  }
  if (!bulk.data) return <SkeletonRows rows={6} />;
  return <Wizard key={id} saved={bulk.data} parts={parts} startAt={startAt} />;
}

function Wizard({ saved, parts, startAt }: { saved: BulkCampaign; parts: BulkParts; startAt: BulkStep }) {
  const { t } = useTranslation("bulk");
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const draft = useBulkDraft(saved);
  const customers = useBulkCustomers(saved);
  const { type } = draft.bulk;
  const titleOf = useStepName(type);
  const asked = params.get("step");
  const step = startAt === "basic" && isBulkStep(asked) ? asked : startAt;
  const check = useCall("checkBulkCampaign", { params: { bulkCampaign: saved.id } }, { staleMs: 0 });
  const readiness = check.data ?? null;

  const recheck = check.refetch;
  const savedAt = saved.updated_at;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a saved change is validated again.
  useEffect(() => void recheck(), [savedAt, recheck]);

  const flush = async () => {
    const both = await Promise.all([draft.flush(), customers.flush()]);
    return both.every(Boolean);
  };
  const go = async (next: BulkStep) => {
    await flush();
    await navigate(placeOf(saved.id, next));
    window.scrollTo(0, 0);
  };
  const after = bulkSteps[bulkSteps.indexOf(step) + 1];
  const before = bulkSteps[bulkSteps.indexOf(step) - 1];
  const wide = step === "creatives";
  const shown = step === "customers" ? customers : draft;
  const foot = (
    <WizardFooter
      draft={{ ...shown, flush }}
      inset={!wide}
      onBack={before ? () => void go(before) : () => void navigate("/bulk-campaigns")}
      next={after ? { label: t("next", { step: titleOf(after) }), onPress: () => void go(after) } : null}
    />
  );
  return (
    <>
      <PageHeading back={{ to: "/bulk-campaigns", label: t("title") }}>
        {t(step === "creatives" ? `ads.heading.${type}` : `heading.${step}`, { name: draft.bulk.name })}
      </PageHeading>
      <WizardSteps
        steps={bulkSteps}
        titleOf={titleOf}
        step={step}
        done={doneSteps(readiness, saved)}
        onChoose={(each) => void go(each)}
      />
      {saved.launched_count > 0 && step !== "launch" && (
        <Note className={styles.started}>{t("launchedBefore", { count: saved.launched_count })}</Note>
      )}
      {wide ? (
        <>
          <BulkAdsStep bulk={draft.bulk} parts={parts} />
          {foot}
        </>
      ) : (
        <Card flush>
          <StepBody
            step={step}
            draft={draft}
            customers={customers}
            readiness={readiness}
            onGo={(each) => void go(each)}
          />
          {foot}
        </Card>
      )}
    </>
  );
}

type StepBodyProps = {
  step: BulkStep;
  draft: BulkDraft;
  customers: BulkCustomers;
  /** Null until the server has responded. */
  readiness: BulkReadiness | null;
  onGo: (step: BulkStep) => void;
};

function StepBody({ step, draft, customers, readiness, onGo }: StepBodyProps) {
  if (step === "basic") {
    const { type, launched_count } = draft.bulk;
    return (
      <>
        <TypeField value={type} isFixed={launched_count > 0} onChange={(next) => draft.change({ type: next })} />
        <BasicStep draft={draft.settings} />
      </>
    );
  }
  if (step === "targeting") return <TargetingStep draft={draft.settings} />;
  if (step === "period") return <BulkPeriodStep draft={draft} />;
  if (step === "customers") {
    return <BulkCustomersStep bulk={draft.bulk} customers={customers} readiness={readiness} />;
  }
  return <BulkLaunchStep bulk={draft.bulk} readiness={readiness} onGo={onGo} />;
}

/** Steps with nothing missing. */
function doneSteps(readiness: BulkReadiness | null, bulk: BulkCampaign): BulkStep[] {
  if (!readiness) return [];
  const open = new Set<BulkStep>(readiness.missing.map(({ section }) => section));
  if (readiness.customers.some(({ missing }) => missing.length > 0)) open.add("customers");
  if (bulk.status !== "LAUNCHED") open.add("launch");
  return bulkSteps.filter((step) => !open.has(step));
}
