import { Link } from "react-router";
import type { CallResult } from "../../../api/api.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatDate } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import text from "../../../ui/layout/text.module.css";
import styles from "../dashboard.module.css";

type Mail = CallResult<"listReportMails">[number];
type ReportMailsProps = {
  /** The campaigns of a new report, and their description. */
  subject: Pick<Mail, "campaign_ids" | "owner">;
  about: string;
};

/** Weekly or monthly reports by e-mail: existing ones, and new ones for these campaigns. */
export function ReportMails({ subject, about }: ReportMailsProps) {
  const { t } = useTranslation("reporting");
  const mails = useCall("listReportMails");
  const create = useChange("createReportMail", ["listReportMails"]);
  const remove = useChange("removeReportMail", ["listReportMails"]);
  const reportFailure = { onError: (error: Error) => showSnackbar(error.message) };
  const isAbout = (mail: Mail): boolean =>
    mail.owner === subject.owner && mail.campaign_ids.join() === subject.campaign_ids.join();
  const isSent = (frequency: Mail["frequency"]): boolean =>
    mails.data?.some((mail) => mail.frequency === frequency && isAbout(mail)) ?? true;
  const open = (["weekly", "monthly"] as const).filter((frequency) => !isSent(frequency));
  return (
    <>
      <h3 className={styles.subheading}>{t("mails.title")}</h3>
      <p className={text.secondary}>{t("mails.lead", { campaigns: about })}</p>
      {mails.error && !mails.data && (
        <ErrorState title={t("mails.failed")} error={mails.error} onRetry={() => void mails.refetch()} />
      )}
      {mails.data && mails.data.length > 0 && (
        <ul className={styles.shared}>
          {mails.data.map((mail) => (
            <li key={mail.id}>
              <span>
                <strong>{t(`mails.${mail.frequency}`)}</strong>
                <span className={text.caption}>
                  <About mail={mail} /> {t("mails.next", { day: formatDate(mail.next_on) })}
                </span>
              </span>
              <Button small onClick={() => remove.mutate({ params: { id: mail.id } }, reportFailure)}>
                {t("mails.stop")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.offered}>
        {open.map((frequency) => (
          <Button
            key={frequency}
            small
            busy={create.isPending}
            onClick={() => create.mutate({ body: { frequency, ...subject } }, reportFailure)}
          >
            {t(`mails.add.${frequency}`)}
          </Button>
        ))}
      </div>
    </>
  );
}

/** The subject of a report: campaigns by name, or one customer with a link to the same figures. */
function About({ mail }: { mail: Mail }) {
  const { t } = useTranslation("reporting");
  const { campaign_ids: ids, owner } = mail;
  const campaigns = useCall("listStatisticCampaigns", { query: owner === null ? {} : { owner } });
  const names = ids.map((id) => campaigns.data?.find(({ value }) => value === id)?.text ?? String(id)).join(", ");
  if (owner === null) return `${names || t("campaigns.all")}.`;
  return (
    <>
      <Link to={`/users/${owner}/reports`}>{names || t("mails.allOfOne")}</Link>.
    </>
  );
}
