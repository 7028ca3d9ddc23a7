import { useCall } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import styles from "./sandbox-banner.module.css";

/** A notice if traffic or payments are not real. */
export function SandboxBanner() {
  const { t } = useTranslation("shell");
  const { data: site } = useCall("showSite", {}, { staleMs: Number.POSITIVE_INFINITY });
  if (!site?.sandbox.traffic && !site?.sandbox.payments) return null;
  const { traffic, payments, mailbox_url } = site.sandbox;
  return (
    <aside aria-label={t("sandbox.label")} className={styles.sandbox}>
      {t(traffic && payments ? "sandbox.both" : traffic ? "sandbox.traffic" : "sandbox.payments")}{" "}
      {mailbox_url && (
        <a href={mailbox_url} target="_blank" rel="noreferrer">
          {t("sandbox.mailbox")}
        </a>
      )}
    </aside>
  );
}
