import type { BannerReport } from "@litfass/contract/creatives/banner-report";
import type { OwnBanner } from "@litfass/contract/creatives/own-banners";
import { thirdPartyNetworks } from "@litfass/contract/creatives/third-party-networks";
import type { Format } from "@litfass/contract/kernel/formats";
import { useState } from "react";
import { firstMessage, problemText } from "../../../api/api-error.ts";
import { useChange } from "../../../api/use-call.ts";
import { formatSize } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { TextArea } from "../../../ui/inputs/text-input.tsx";
import { Row, Stack } from "../../../ui/layout/layout.tsx";
import { afterChoosing } from "../after-selection.ts";
import { BannerReportView } from "./banner-report.tsx";
import styles from "./own-banners.module.css";

const macros = [
  "%%CLICK_URL_UNESC%%",
  "%%CLICK_URL_ESC%%",
  "%%CACHEBUSTER%%",
  "%%SITE%%",
  `\${GDPR}`,
  `\${GDPR_CONSENT_123}`,
].join(", ");

type ThirdPartyTagProps = {
  campaignId: number;
  /** The formats that the campaign can have; a started campaign replaces banners only. */
  formats: readonly Format[];
  hosts: readonly string[];
  onAdded: (banner: OwnBanner) => void;
};

/** The tag of an agency's ad server as an own banner in one format. */
export function ThirdPartyTag({ campaignId, formats, hosts, onAdded }: ThirdPartyTagProps) {
  const { t, i18n } = useTranslation("creatives");
  const save = useChange("saveThirdPartyTag", [...afterChoosing, "listOwnBanners"]);
  const [format, setFormat] = useState<Format | null>(formats[0] ?? null);
  const [tag, setTag] = useState("");
  const [report, setReport] = useState<BannerReport | null>(null);

  async function add() {
    if (format === null) return;
    setReport(null);
    try {
      const { banner, report } = await save.mutateAsync({
        params: { userCampaign: campaignId },
        body: { format, tag },
      });
      if (banner === null) return setReport(report);
      setTag("");
      onAdded(banner);
    } catch {
      // Shown below.
    }
  }

  if (hosts.length === 0) return <Note>{t("own.tag.none")}</Note>;
  const allowed = new Intl.ListFormat(i18n.language).format(hosts);
  const atTag = firstMessage(save.error, "tag");
  return (
    <Stack gap="small">
      <p className={styles.hint}>{t("own.tag.lead")}</p>
      <Select
        label={t("own.tag.format")}
        options={formats.map((value) => ({ value, label: formatSize(value) }))}
        value={format}
        onChange={setFormat}
      />
      <TextArea
        label={t("own.tag.code")}
        help={t("own.tag.codeHelp", { hosts: allowed, macros })}
        rows={8}
        spellCheck={false}
        autoComplete="off"
        className={styles.code}
        error={atTag}
        value={tag}
        onChange={({ target }) => setTag(target.value)}
      />
      <ClickPlaces />
      <Row>
        <Button busy={save.isPending} disabled={tag.trim() === ""} onClick={() => void add()}>
          {t("own.tag.save")}
        </Button>
      </Row>
      {save.error && !atTag && <Note tone="error">{problemText(save.error)}</Note>}
      {report && (
        <>
          <Note tone="error">{t("own.tag.faults")}</Note>
          <BannerReportView report={report} kind="third_party" />
        </>
      )}
    </Stack>
  );
}

/** Where the tags of known ad servers take the click macro, with their documentation. */
function ClickPlaces() {
  const { t } = useTranslation("creatives");
  return (
    <details className={styles.places}>
      <summary>{t("own.tag.places")}</summary>
      <ul>
        {thirdPartyNetworks.map(({ name, clickPlace, documentation }) =>
          clickPlace === null ? null : (
            <li key={name}>
              <strong>{name}</strong> <code>{clickPlace}</code>{" "}
              <a href={documentation} target="_blank" rel="noreferrer">
                {t("own.tag.help", { name })}
              </a>
            </li>
          ),
        )}
      </ul>
    </details>
  );
}
