import { useCall, useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import text from "../../../ui/layout/text.module.css";
import styles from "../dashboard.module.css";
import { lastDayBefore } from "../last-day.ts";

/** The user's active links with their last day. */
export function ReportLinks() {
  const { t } = useTranslation("reporting");
  const links = useCall("listReportLinks");
  const revoke = useChange("revokeReportLink", ["listReportLinks"]);
  if (links.error && !links.data) {
    return <ErrorState title={t("share.failed")} error={links.error} onRetry={() => void links.refetch()} />;
  }
  if (!links.data || links.data.length === 0) return null;
  return (
    <>
      <h3 className={styles.subheading}>{t("share.links")}</h3>
      <ul className={styles.shared}>
        {links.data.map((link) => (
          <li key={link.id}>
            <span>
              <strong>{link.title}</strong>
              <span className={text.caption}>
                {t("share.state", { until: lastDayBefore(link.expires_at), count: link.opened })}
              </span>
            </span>
            <Button
              small
              onClick={() =>
                revoke.mutate(
                  { params: { id: link.id } },
                  {
                    onSuccess: () => showSnackbar(t("share.revoked", { title: link.title })),
                    onError: (error) => showSnackbar(error.message),
                  },
                )
              }
            >
              {t("share.revoke")}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
