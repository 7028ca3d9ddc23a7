import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import { Link } from "react-router";
import { formatDate } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Note } from "../../ui/feedback/note.tsx";
import { todayOn } from "../../ui/inputs/date-range.ts";
import { daysLeft } from "./days-left.ts";
import styles from "./wizard/wizard.module.css";

/** Announces the end of a running campaign, with a link to extend it on its page, below `base`. */
export function NearEnd({ campaign, base }: { campaign: Campaign; base: string }) {
  const { t } = useTranslation("campaigns");
  const left = daysLeft(campaign, todayOn());
  if (left === null || !campaign.end_on) return null;
  return (
    <Note tone="warn" className={styles.started}>
      {t("nearEnd.note", { count: left, day: formatDate(campaign.end_on) })}{" "}
      <Link to={`${base}/${campaign.id}/report?change=budget`}>{t("nearEnd.extend")}</Link>
    </Note>
  );
}
