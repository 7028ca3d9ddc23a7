import type { BannerReport } from "@litfass/contract/creatives/banner-report";
import { FileArchive } from "lucide-react";
import { useState } from "react";
import { firstMessage, problemText } from "../../../api/api-error.ts";
import { useChange } from "../../../api/use-call.ts";
import { formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { DropArea } from "../../../ui/inputs/drop-area.tsx";
import styles from "./library.module.css";

type BannerZipProps = { onTaken: (html: string, report: BannerReport) => void };

/** Uploads the zip of an HTML5 banner and shows the findings. */
export function BannerZip({ onTaken }: BannerZipProps) {
  const { t } = useTranslation("library");
  const [report, setReport] = useState<BannerReport | null>(null);
  const read = useChange("readBannerZip");
  async function take(file: File | undefined) {
    if (!file) return;
    const form = new FormData();
    form.append("file", file);
    setReport(null);
    try {
      const taken = await read.mutateAsync({ form });
      setReport(taken.report);
      onTaken(taken.html, taken.report);
    } catch {
      // The error is shown below the button.
    }
  }
  return (
    <div className={styles.form}>
      <DropArea
        label={t("zip.choose")}
        accept=".zip,application/zip"
        disabled={read.isPending}
        className={styles.drop}
        onFiles={([file]) => void take(file)}
      >
        {(choose) => (
          <>
            <Button icon={FileArchive} busy={read.isPending} onClick={choose}>
              {t("zip.choose")}
            </Button>
            <span className={styles.under}>{t("zip.drop")}</span>
          </>
        )}
      </DropArea>
      {read.error && <Note tone="error">{firstMessage(read.error, "file") ?? problemText(read.error)}</Note>}
      {report && (
        <>
          <Note tone={report.ok ? "ok" : "warn"}>
            {t(report.ok ? "zip.good" : "zip.faults", {
              kilobytes: formatNumber(Math.ceil((report.loads.initial_bytes + report.loads.subload_bytes) / 1000)),
              count: report.findings.length,
            })}
          </Note>
          <ul className={styles.findings}>
            {report.findings.map((finding) => (
              <li key={finding.code}>
                <p>
                  <strong>
                    {t(`zip.${finding.severity}`)}: {finding.message}
                  </strong>
                </p>
                <p className={styles.under}>{finding.help}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
