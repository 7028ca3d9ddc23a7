import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import type { BannerReport } from "@litfass/contract/creatives/banner-report";
import { type Format, formats } from "@litfass/contract/kernel/formats";
import { Trash2, Upload } from "lucide-react";
import { useState } from "react";
import { firstMessage, problemText } from "../../../api/api-error.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatSize } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { DropArea } from "../../../ui/inputs/drop-area.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { afterChoosing } from "../after-selection.ts";
import { BannerReportView } from "./banner-report.tsx";
import { OwnBannerRow } from "./own-banner-row.tsx";
import styles from "./own-banners.module.css";
import { ThirdPartyTag } from "./third-party-tag.tsx";
import { UploadedBanners } from "./uploaded-banners.tsx";

const acceptedBanners = ".zip,application/zip,image/png,image/jpeg,image/gif,image/webp,image/svg+xml";
const refreshed = [...afterChoosing, "listOwnBanners"] as const;

const kinds = ["files", "tag"] as const;

/** The result of one upload. */
type Outcome = { name: string; size?: string; error?: string; report?: BannerReport | null };

type OwnBannersProps = {
  campaignId: number;
  status: Campaign["status"];
  /** Shows the banners large, if they are the main content of the step. */
  large?: boolean;
};

/** The advertiser's finished banners: images and HTML5 zips, uploaded one by one, and tags, with advice for rejected ones. */
export function OwnBanners({ campaignId, status, large }: OwnBannersProps) {
  const { t } = useTranslation("creatives");
  const params = { userCampaign: campaignId };
  const own = useOwnBanners(campaignId);
  const upload = useChange("uploadOwnBanner", refreshed);
  const remove = useChange("removeOwnBanner", refreshed);
  const choose = useChange("setCampaignCreatives", refreshed);
  const [outcomes, setOutcomes] = useState<Outcome[]>([]);
  const [sending, setSending] = useState<{ now: number; of: number; name: string } | null>(null);
  const [kind, setKind] = useState<(typeof kinds)[number]>("files");
  const banners = own.data?.banners ?? [];
  const isDraft = status === "DRAFT";
  const isOver = status === "ENDED" || status === "ARCHIVED";
  const shown = banners.filter((banner) => banner.is_selected);
  // A started campaign cannot change its formats: banners can be replaced but not added.
  const canUpload = isDraft || (!isOver && shown.length > 0);
  const open = formats.filter((format) => !banners.some((banner) => banner.format === format));

  async function take(files: File[]) {
    const results: Outcome[] = [];
    setOutcomes([]);
    for (const [index, file] of files.entries()) {
      setSending({ now: index + 1, of: files.length, name: file.name });
      results.push(await send(file));
      setOutcomes([...results]);
    }
    setSending(null);
  }
  async function send(file: File): Promise<Outcome> {
    const form = new FormData();
    form.append("file", file);
    try {
      const { banner, report } = await upload.mutateAsync({ params, form });
      return { name: file.name, report, ...(banner ? { size: formatSize(banner.format) } : {}) };
    } catch (error) {
      return { name: file.name, error: firstMessage(error, "file") ?? problemText(error) };
    }
  }
  async function use() {
    await choose.mutateAsync({ params, body: { creative_ids: banners.map(({ creative }) => creative) } });
  }

  if (!canUpload && banners.length === 0) return null;
  return (
    <Card title={t("own.title")} className={styles.card}>
      <p className={styles.lead}>{t("own.lead")}</p>
      {canUpload && (
        <Tabs
          label={t("own.tabs.label")}
          tabs={kinds.map((value) => ({ value, label: t(`own.tabs.${value}`) }))}
          value={kind}
          onChange={setKind}
        />
      )}
      {canUpload && kind === "tag" && own.data && (
        <ThirdPartyTag
          campaignId={campaignId}
          formats={isDraft ? own.data.formats : shown.map(({ format }) => format as Format)}
          hosts={own.data.third_party_hosts}
          onAdded={({ name, format }) => setOutcomes([{ name, size: formatSize(format) }])}
        />
      )}
      {canUpload && kind === "files" && (
        <DropArea
          many
          label={t("own.choose")}
          accept={acceptedBanners}
          disabled={sending !== null}
          className={styles.drop}
          onFiles={(files) => void take(files)}
        >
          {(pick) => (
            <>
              <Button icon={Upload} busy={sending !== null} onClick={pick}>
                {t("own.choose")}
              </Button>
              <span className={styles.hint}>
                {t("own.hint", { formats: (own.data?.formats ?? formats).map(formatSize).join(", ") })}
              </span>
            </>
          )}
        </DropArea>
      )}
      <div role="status">
        {sending && (
          <p className={styles.sending}>
            {t("own.sending", sending)}
            <progress max={sending.of} value={sending.now - 1} aria-label={sending.name} />
          </p>
        )}
      </div>
      {outcomes.map((outcome) => (
        <div key={outcome.name}>
          {outcome.size ? (
            <Note tone="ok">{t("own.added", { name: outcome.name, size: outcome.size })}</Note>
          ) : (
            <Note tone="error">
              {outcome.error
                ? t("own.refused", { name: outcome.name, reason: outcome.error })
                : t("own.faults", { name: outcome.name })}
            </Note>
          )}
          {/* The findings of an accepted banner are shown with the banner, where they keep updating. */}
          {outcome.report && !outcome.size && <BannerReportView report={outcome.report} />}
        </div>
      ))}
      {own.error && !own.data && <Note tone="error">{problemText(own.error)}</Note>}
      {banners.length > 0 && (
        <>
          <ul className={styles.list}>
            {banners.map((banner) => (
              <OwnBannerRow key={banner.creative} banner={banner}>
                {isDraft && (
                  <IconButton
                    icon={Trash2}
                    label={t("own.remove", { name: banner.name })}
                    onClick={() => void remove.mutateAsync({ params: { ...params, creative: banner.creative } })}
                  />
                )}
              </OwnBannerRow>
            ))}
          </ul>
          {open.length > 0 && isDraft && (
            <p className={styles.hint}>{t("own.open", { formats: open.map(formatSize).join(", ") })}</p>
          )}
          {remove.error && <Note tone="error">{problemText(remove.error)}</Note>}
          {choose.error && <Note tone="error">{problemText(choose.error)}</Note>}
          {shown.length > 0 ? (
            <Note tone="ok">{t("own.shown", { count: shown.length })}</Note>
          ) : (
            isDraft && (
              <div>
                <Button variant="primary" busy={choose.isPending} onClick={() => void use().catch(() => undefined)}>
                  {t("own.use", { count: banners.length })}
                </Button>
              </div>
            )
          )}
          {large && <UploadedBanners forms={banners} />}
        </>
      )}
    </Card>
  );
}

const pollMs = 2000;

/** The banners uploaded for a campaign, polled while one of them is being tested in a browser. */
function useOwnBanners(campaignId: number) {
  const input = { params: { userCampaign: campaignId } };
  const first = useCall("listOwnBanners", input);
  const isWaiting = first.data?.banners.some(({ report }) => report?.browser === "waiting") ?? false;
  return useCall("listOwnBanners", input, { everyMs: isWaiting && pollMs });
}
