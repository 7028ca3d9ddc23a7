import { adReportReasonTexts } from "@litfass/contract/transparency/ad-report-reason-texts";
import type { AdReport } from "@litfass/contract/transparency/ad-reports";
import { CircleOff, MessageCircleQuestionMark, X } from "lucide-react";
import { formatDateTime } from "../../../i18n/format.ts";
import { currentLocale } from "../../../i18n/i18n.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import styles from "../review/review.module.css";
import { ReviewPreviews } from "../review/review-previews.tsx";
import type { Decision } from "./decide-dialog.tsx";

type ReportDetailProps = { report: AdReport; onDecide: (decision: Decision) => void };

/** A reported ad with everything needed for a decision. */
export function ReportDetail({ report, onDecide }: ReportDetailProps) {
  const { t } = useTranslation("review");
  const { creative } = report;
  const isLink = /^https?:/.test(report.destination_url);
  return (
    <Card title={report.campaign_name}>
      <div className={styles.detail}>
        {report.message && <Note>{report.message}</Note>}
        <dl className={styles.facts}>
          <Fact name={t("reports.reason")}>{adReportReasonTexts[report.reason][currentLocale()]}</Fact>
          <Fact name={t("detail.owner")}>{report.owner_name}</Fact>
          <Fact name={t("detail.link")}>
            {isLink ? (
              <a href={report.destination_url} target="_blank" rel="noopener noreferrer nofollow">
                {report.destination_url}
              </a>
            ) : (
              "–"
            )}
          </Fact>
          <Fact name={t("reports.site")}>{report.site || "–"}</Fact>
          <Fact name={t("reports.shown")}>{formatDateTime(report.shown_at)}</Fact>
          <Fact name={t("reports.created")}>{formatDateTime(report.created_at)}</Fact>
          <Fact name={t("reports.answer")}>{t(report.has_address ? "reports.byMail" : "reports.noAddress")}</Fact>
          {report.decided_at && (
            <Fact name={t(`reports.result.${report.status}`)}>
              {t("detail.by", { name: report.decided_by ?? "–", at: formatDateTime(report.decided_at) })}
            </Fact>
          )}
          {report.note && (
            <Fact name={t(report.status === "asked" ? "reports.question" : "reports.explanation")}>{report.note}</Fact>
          )}
        </dl>
        {creative ? (
          <ReviewPreviews
            key={report.id}
            review={{ campaign_name: report.campaign_name, creatives: [{ ...creative, format: report.format }] }}
          />
        ) : (
          <p className={styles.caption}>{t("reports.noCreative")}</p>
        )}
        {!report.decided_at && (
          <div className={styles.decide}>
            <Button icon={X} onClick={() => onDecide("dismiss")}>
              {t("reports.action.dismiss")}
            </Button>
            <Button icon={MessageCircleQuestionMark} onClick={() => onDecide("ask")}>
              {t("reports.action.ask")}
            </Button>
            <Button variant="danger" icon={CircleOff} onClick={() => onDecide("restrict")}>
              {t("reports.action.restrict")}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);
