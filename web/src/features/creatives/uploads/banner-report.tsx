import type { BannerReport } from "@litfass/contract/creatives/banner-report";
import type { OwnBanner } from "@litfass/contract/creatives/own-banners";
import { formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Meter } from "../../../ui/feedback/meter.tsx";
import styles from "./banner-report.module.css";

const kilobytes = (bytes: number): string => `${formatNumber(Math.ceil(bytes / 1000))} KB`;

/**
 * The findings for an HTML5 banner: its loads against the limits, the findings with advice, and every file. A third-party
 * tag has only findings.
 */
export function BannerReportView({ report, kind = "html" }: { report: BannerReport; kind?: OwnBanner["kind"] }) {
  const { findings } = report;
  return (
    <div className={styles.report}>
      {kind !== "third_party" && <Loads report={report} />}
      {findings.length > 0 && <Findings findings={findings} />}
      {kind !== "third_party" && <Files report={report} />}
    </div>
  );
}

function Loads({ report: { loads, limits, browser } }: { report: BannerReport }) {
  const { t } = useTranslation("creatives");
  return (
    <>
      <p className={styles.browser} role="status">
        {t(`own.browser.${browser}`)}
        {browser === "waiting" && <progress aria-label={t("own.browser.waiting")} />}
      </p>
      <dl className={styles.loads}>
        <Load
          name={t("own.load.initial")}
          now={kilobytes(loads.initial_bytes)}
          limit={kilobytes(limits.initial_bytes)}
          share={loads.initial_bytes / limits.initial_bytes}
        />
        <Load
          name={t("own.load.subload")}
          now={kilobytes(loads.subload_bytes)}
          limit={kilobytes(limits.subload_bytes)}
          share={loads.subload_bytes / limits.subload_bytes}
        />
        <Load
          name={t("own.load.requests")}
          now={formatNumber(loads.initial_requests)}
          limit={formatNumber(limits.initial_requests)}
          share={loads.initial_requests / limits.initial_requests}
        />
      </dl>
      <p className={styles.rule}>
        {t(browser === "done" ? "own.load.measured" : "own.load.estimated", { rule: limits.rule })}
      </p>
    </>
  );
}

function Findings({ findings }: Pick<BannerReport, "findings">) {
  const { t } = useTranslation("creatives");
  return (
    <ul className={styles.findings}>
      {findings.map((finding) => (
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

function Files({ report: { files, browser } }: { report: BannerReport }) {
  const { t } = useTranslation("creatives");
  return (
    <details className={styles.files}>
      <summary>{t("own.files", { count: files.length })}</summary>
      <ul>
        {files.map((file) => (
          <li key={file.name}>
            <span className={styles.file}>{file.name}</span>
            <span className={styles.number}>{kilobytes(file.packed_bytes)}</span>
            <span>
              {t(file.phase === "unused" && browser === "done" ? "own.phase.later" : `own.phase.${file.phase}`)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

type LoadProps = { name: string; now: string; limit: string; share: number };

function Load({ name, now, limit, share }: LoadProps) {
  const { t } = useTranslation("creatives");
  const text = t("own.load.of", { now, limit });
  return (
    <div className={styles.load}>
      <dt>{name}</dt>
      <dd className={share > 1 ? styles.over : undefined}>
        {text}
        <Meter share={share} label={`${name}: ${text}`} />
      </dd>
    </div>
  );
}
