import { videoLimits } from "@litfass/contract/creatives/video-conversions";
import { RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { attempt } from "../../../api/attempt.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatNumber, formatSize } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Row, Stack } from "../../../ui/layout/layout.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { afterVideo } from "./after-video.ts";
import { useCampaignVideo } from "./use-campaign-video.ts";
import { useVideoUpload } from "./use-video-upload.ts";
import { VastTagFacts } from "./vast-tag-facts.tsx";
import { VastTagForm } from "./vast-tag-form.tsx";
import styles from "./video.module.css";
import { VideoDrop } from "./video-drop.tsx";
import { VideoPlayer } from "./video-player.tsx";
import { VideoState } from "./video-state.tsx";

const kinds = ["file", "tag"] as const;

/** The video of a video campaign: upload, conversion progress and player, or the VAST tag of another ad server. */
export function VideoStep({ campaignId }: { campaignId: number }) {
  const { t } = useTranslation("video");
  const params = { userCampaign: campaignId };
  const shown = useCampaignVideo(campaignId);
  const campaign = useCall("showCampaign", { params });
  const set = useChange("setCampaignVideo", afterVideo);
  const remove = useChange("removeCampaignVideo", afterVideo);
  const retry = useChange("retryCampaignVideo", afterVideo);
  const tagged = useCall("showVastTag", { params });
  const untag = useChange("removeVastTag", afterVideo);
  const [chosen, setChosen] = useState<(typeof kinds)[number] | null>(null);
  const sending = useVideoUpload((upload) => set.mutateAsync({ params, body: { upload } }));

  const failed = [shown, tagged].find(({ error, data }) => error && !data);
  if (failed) {
    return <ErrorState title={t("step.failed")} error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (!shown.data || !campaign.data || !tagged.data) {
    return (
      <Card flush>
        <SkeletonRows rows={5} />
      </Card>
    );
  }
  const video = shown.data.video?.video;
  const { tag, third_party_hosts: hosts } = tagged.data;
  const kind = chosen ?? (tag ? "tag" : "file");
  const open = campaign.data.status !== "ENDED" && campaign.data.status !== "ARCHIVED";
  const started = campaign.data.status !== "DRAFT";
  return (
    <Card>
      <Stack>
        {tag && <VastTagFacts tag={tag} />}
        {tag && !started && (
          <Row>
            <Button
              variant="delete"
              icon={Trash2}
              busy={untag.isPending}
              onClick={() => void attempt(() => untag.mutateAsync({ params }))}
            >
              {t("tag.remove")}
            </Button>
          </Row>
        )}
        {kind === "file" && shown.data.converter_note && <Note tone="warn">{shown.data.converter_note}</Note>}
        {video && (
          <div className={styles.columns}>
            {video.status === "done" ? (
              <VideoPlayer video={video} base={`/api/v1/user-campaigns/${campaignId}/video`} />
            ) : (
              <div className={styles.placeholder}>
                <VideoState video={video} />
                {video.status !== "failed" && <p className={styles.hint}>{t("step.continue")}</p>}
              </div>
            )}
            <div>
              <dl className={styles.facts}>
                <dt>{t("fact.file")}</dt>
                <dd>{video.source_file}</dd>
                <dt>{t("fact.length")}</dt>
                <dd>{t("fact.seconds", { seconds: formatNumber(video.duration, 1) })}</dd>
                <dt>{t("fact.picture")}</dt>
                <dd>{formatSize(`${video.source_width}x${video.source_height}`)}</dd>
                <dt>{t("fact.size")}</dt>
                <dd>{t("fact.mb", { mb: formatNumber(video.source_bytes / 1_048_576, 1) })}</dd>
              </dl>
              {!started && (
                <Row>
                  {video.can_retry && (
                    <Button
                      icon={RotateCcw}
                      busy={retry.isPending}
                      onClick={() => void attempt(() => retry.mutateAsync({ params }))}
                    >
                      {t("step.retry")}
                    </Button>
                  )}
                  <Button
                    variant="delete"
                    icon={Trash2}
                    busy={remove.isPending}
                    onClick={() => void attempt(() => remove.mutateAsync({ params }))}
                  >
                    {t("step.remove")}
                  </Button>
                </Row>
              )}
            </div>
          </div>
        )}
        {open && (
          <Tabs
            label={t("tabs.label")}
            tabs={kinds.map((value) => ({ value, label: t(`tabs.${value}`) }))}
            value={kind}
            onChange={setChosen}
          />
        )}
        {open && kind === "tag" && <VastTagForm campaignId={campaignId} hosts={hosts} />}
        {open && kind === "file" && (
          <VideoDrop
            sending={sending}
            replaces={video !== undefined || tag !== null}
            disabled={shown.data.converter_note !== null}
            hint={t(video || tag ? "step.replaceHint" : "step.hint", { seconds: videoLimits.campaignSeconds })}
          />
        )}
      </Stack>
    </Card>
  );
}
