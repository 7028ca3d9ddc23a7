import type { OwnBanner } from "@litfass/contract/creatives/own-banners";
import type { ReactNode } from "react";
import { formatSize } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { BannerReportView } from "./banner-report.tsx";
import styles from "./own-banners.module.css";

/** An uploaded banner with its findings; `children` are its actions. */
export function OwnBannerRow({ banner, children }: { banner: OwnBanner; children: ReactNode }) {
  const { t } = useTranslation("creatives");
  const { report } = banner;
  const problems = report?.findings.filter(({ severity }) => severity !== "note").length ?? 0;
  return (
    <li className={styles.entry}>
      <div className={styles.row}>
        <strong className={styles.size}>{formatSize(banner.format)}</strong>
        <span className={styles.name}>{banner.name}</span>
        <span className={styles.kind}>{t(`own.kind.${banner.kind}`)}</span>
        {children}
      </div>
      {report && (
        <details className={styles.check}>
          <summary>
            {report.browser === "waiting" ? t("own.browser.short") : t("own.checked", { count: problems })}
          </summary>
          <BannerReportView report={report} kind={banner.kind} />
        </details>
      )}
    </li>
  );
}
