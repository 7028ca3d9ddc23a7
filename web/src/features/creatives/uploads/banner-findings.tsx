import type { BannerReport } from "@litfass/contract/creatives/banner-report";
import { useTranslation } from "react-i18next";
import styles from "./own-banners.module.css";

/** What ad operations say about an uploaded banner, errors first, each with what to do. */
export function BannerFindings({ report }: { report: BannerReport }) {
  const { t } = useTranslation("creatives");
  if (report.findings.length === 0) return null;
  return (
    <ul className={styles.findings}>
      {report.findings.map((finding) => (
        <li key={finding.code}>
          <strong>
            {t(`own.${finding.severity}`)}: {finding.message}
          </strong>
          <span>{finding.help}</span>
        </li>
      ))}
    </ul>
  );
}
