import { isCustomer, type Role } from "@litfass/contract/kernel/roles";
import { useState } from "react";
import { Link } from "react-router";
import { useUser } from "../../../api/session.ts";
import { useCall } from "../../../api/use-call.ts";
import { formatDateTime } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import styles from "../dashboard.module.css";

const pollMs = 60_000;
/** How many are shown at first; staff may see many campaigns. */
const maxShown = 3;

/** The staff who may open the pages of the campaigns that they see here. */
const openers: readonly Role[] = ["super_admin", "admin", "tech_admin", "sales"];

type SilentNoteProps = { owner: string | null /** The list below which the campaigns' pages open. */; base: string };

/** Active campaigns without impressions, with a link to the reason. */
export function SilentNote({ owner, base }: SilentNoteProps) {
  const { t } = useTranslation("reporting");
  const [showsAll, setShowsAll] = useState(false);
  const found = useCall("listSilentCampaigns", { query: { owner: owner ?? undefined } }, { everyMs: pollMs });
  const user = useUser();
  // Roles without the campaigns' pages see the figures here.
  const opensPages = user !== null && (isCustomer(user.user_role) || openers.includes(user.user_role));
  const reportOf = (id: number) => (opensPages ? `${base}/${id}/report` : { search: `campaign=${id}` });
  const silent = found.data ?? [];
  const shown = showsAll ? silent : silent.slice(0, maxShown);
  const more = silent.length - shown.length;
  return (
    <>
      {shown.map(({ campaign_id, name, silent_since }) => (
        <Note key={campaign_id} tone="warn">
          {t("silent.text", { name, time: formatDateTime(silent_since) })}{" "}
          <Link to={reportOf(campaign_id)} className={styles.unbroken}>
            {t("silent.seeWhy")}
          </Link>
        </Note>
      ))}
      {more > 0 && (
        <div className={styles.more}>
          {t("silent.more", { count: more })}
          <Button small onClick={() => setShowsAll(true)}>
            {t("silent.all")}
          </Button>
        </div>
      )}
    </>
  );
}
