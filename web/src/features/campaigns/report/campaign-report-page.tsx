import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import type { CampaignOverview } from "@litfass/contract/reporting/campaign-overview";
import type { ComponentType, ReactNode } from "react";
import { useParams } from "react-router";
import { isMissing } from "../../../api/api-error.ts";
import { useSignedInUser } from "../../../api/session.ts";
import { useCall } from "../../../api/use-call.ts";
import { formatDate } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { State } from "../../../ui/feedback/state.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import { ConversionsPanel } from "../conversions/conversions-panel.tsx";
import { SuggestionsPanel } from "../suggestions/suggestions-panel.tsx";
import { ExchangeRejections } from "./exchange-rejections.tsx";
import styles from "./report.module.css";
import { ReportActions, type ReportDialogs } from "./report-actions.tsx";
import { shapes } from "./report-state.ts";
import { TimelinePanel } from "./timeline-panel.tsx";
import { useFix } from "./use-fix.ts";
import { useReportTexts } from "./use-report-text.ts";

/** The figures belong to the reporting feature, the ads to that of creatives; the app passes them in. */
export type ReportParts = ReportDialogs & {
  CampaignPanels: ComponentType<{
    campaign: Campaign;
    overview: CampaignOverview;
    help: ReactNode;
    timeline: ReactNode;
    conversions: ReactNode;
  }>;
  ShareCampaign: ComponentType<{ campaign: Campaign }>;
};

/** Polling intervals of a campaign that waits for its first impression, and of any other. */
const waitingMs = 3_000;
const pollMs = 15_000;

/** One campaign: its health and the reason, figures, suggestions, and changes. */
export function CampaignReportPage({ parts }: { parts: ReportParts }) {
  const { t } = useTranslation("campaign-report");
  const { id, uid } = useParams();
  const base = uid ? `/users/${uid}/campaigns` : "/campaigns";
  const campaign = useCall("showCampaign", { params: { userCampaign: Number(id) } }, { everyMs: pollMs });
  if (isMissing(campaign.error) && !campaign.data) {
    return (
      <PageHeading back={{ to: base, label: t("back") }} lead={t("notFound.text")}>
        {t("notFound.title")}
      </PageHeading>
    );
  }
  if (campaign.error && !campaign.data) {
    return <ErrorState title={t("failed")} error={campaign.error} onRetry={() => void campaign.refetch()} />;
  }
  if (!campaign.data) {
    return (
      <Card flush>
        <SkeletonRows rows={8} />
      </Card>
    );
  }
  return <Report key={campaign.data.id} campaign={campaign.data} base={base} parts={parts} />;
}

function Report({ campaign, base, parts }: { campaign: Campaign; base: string; parts: ReportParts }) {
  const { t } = useTranslation("campaign-report");
  const textsOf = useReportTexts();
  const isStarted = campaign.activated_at !== null;
  const found = useCall(
    "showCampaignOverview",
    { params: { campaign: campaign.id } },
    {
      enabled: isStarted,
      keep: true,
      everyMs: campaign.delivery.state === "waiting" ? waitingMs : pollMs,
    },
  );
  const overview = found.data;
  const texts = textsOf(campaign, overview);
  const { fix, unconfirmed } = useFix(campaign.id, texts.fix);
  const isLoading = isStarted && !overview && !found.error;
  const editor = `${base}/${campaign.id}`;

  return (
    <>
      <PageHeading
        back={{ to: base, label: t("back") }}
        placeholder={isLoading && texts.heading}
        lead={
          <>
            <span className={styles.lead} role="status">
              {isLoading ? "\u00a0" : texts.lead}
            </span>
            <span className={styles.facts}>
              <State shape={shapes[texts.state]}>{texts.label}</State>
              <Facts campaign={campaign} />
            </span>
          </>
        }
        actions={
          <ReportActions
            campaign={campaign}
            base={base}
            dialogs={parts}
            share={isStarted && <parts.ShareCampaign campaign={campaign} />}
          >
            {fix && (
              <ButtonLink to={`${editor}${fix.search}`} variant="primary">
                {fix.label}
              </ButtonLink>
            )}
            {/* Takes the place of the link, so that the other actions do not move when the forecast arrives. */}
            {unconfirmed && (
              <Button variant="primary" busy>
                {unconfirmed.label}
              </Button>
            )}
          </ReportActions>
        }
      >
        {texts.heading}
      </PageHeading>
      {isStarted && <ExchangeRejections campaignId={campaign.id} />}
      {!isStarted ? (
        <div className={styles.panels}>
          <Card>
            <EmptyState title={texts.heading}>{t("draft")}</EmptyState>
          </Card>
          <ConversionsPanel campaign={campaign} />
          <TimelinePanel campaign={campaign} />
        </div>
      ) : found.error && !overview ? (
        <ErrorState title={t("failed")} error={found.error} onRetry={() => void found.refetch()} />
      ) : overview ? (
        <parts.CampaignPanels
          campaign={campaign}
          overview={overview}
          help={<SuggestionsPanel campaign={campaign} isBehind={texts.state === "behind"} />}
          timeline={<TimelinePanel campaign={campaign} />}
          conversions={<ConversionsPanel campaign={campaign} />}
        />
      ) : (
        <Card flush>
          <SkeletonRows rows={8} />
        </Card>
      )}
    </>
  );
}

/** Period, type and, for staff, the customer. */
function Facts({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation("campaigns");
  const viewer = useSignedInUser();
  return (
    <>
      {campaign.start_on && campaign.end_on && (
        <span>{t("period", { from: formatDate(campaign.start_on), to: formatDate(campaign.end_on) })}</span>
      )}
      <span>{t(`type.${campaign.type}`)}</span>
      {campaign.owner_name && campaign.owner !== viewer.uid && <span>{campaign.owner_name}</span>}
    </>
  );
}
