import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCall } from "../../data/use-call.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { Note } from "../../ui/note.tsx";

const newsMs = 60_000;

/** Active campaigns that show nothing, with the way to the reason. */
export function SilentNote({ owner }: { owner: string | null }) {
  const { t } = useTranslation("statistics");
  const found = useCall("listSilentCampaigns", { query: owner === null ? {} : { owner } }, { everyMs: newsMs });
  return found.data?.map(({ campaign_id, name, silent_since }) => (
    <Note key={campaign_id} tone="warn">
      {t("silent.text", { name, time: formatDateTime(silent_since) })}{" "}
      <Link to={{ search: `campaign=${campaign_id}` }}>{t("silent.why")}</Link>
    </Note>
  ));
}
