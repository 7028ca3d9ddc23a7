import { useTranslation } from "react-i18next";
import { useCall, useChange } from "../../data/use-call.ts";
import { formatDate } from "../../i18n/format.ts";
import { Button } from "../../ui/button.tsx";
import text from "../../ui/text.module.css";
import styles from "./dashboard.module.css";

/** Reports by e-mail every week or month: those there are, and new ones about these campaigns. */
export function ReportMails({ campaignIds }: { campaignIds: number[] }) {
  const { t } = useTranslation("statistics");
  const mails = useCall("listReportMails");
  const create = useChange("createReportMail", ["listReportMails"]);
  const remove = useChange("removeReportMail", ["listReportMails"]);
  const campaigns = useCall("listStatisticCampaigns");
  const about = (ids: readonly number[]): string =>
    ids.length === 0
      ? t("mails.all")
      : ids.map((id) => campaigns.data?.find(({ value }) => value === id)?.text ?? String(id)).join(", ");
  const isSent = (frequency: "weekly" | "monthly"): boolean =>
    mails.data?.some((mail) => mail.frequency === frequency && mail.campaign_ids.join() === campaignIds.join()) ?? true;
  const open = (["weekly", "monthly"] as const).filter((frequency) => !isSent(frequency));
  return (
    <>
      <h3 className={styles.subheading}>{t("mails.title")}</h3>
      <p className={text.secondary}>{t("mails.lead")}</p>
      <ul className={styles.shared}>
        {mails.data?.map((mail) => (
          <li key={mail.id}>
            <span>
              <strong>{t(`mails.${mail.frequency}`)}</strong>
              <span className={text.caption}>
                {t("mails.next", { campaigns: about(mail.campaign_ids), day: formatDate(mail.next_on) })}
              </span>
            </span>
            <Button small onClick={() => remove.mutate({ params: { id: mail.id } })}>
              {t("mails.stop")}
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.filters}>
        {open.map((frequency) => (
          <Button
            key={frequency}
            small
            busy={create.isPending}
            onClick={() => create.mutate({ body: { frequency, campaign_ids: campaignIds } })}
          >
            {t(`mails.add.${frequency}`)}
          </Button>
        ))}
      </div>
    </>
  );
}
