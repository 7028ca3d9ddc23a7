import type { CampaignAudio } from "@litfass/contract/creatives/audio";
import { Trash2 } from "lucide-react";
import { attempt } from "../../../api/attempt.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Row, Stack } from "../../../ui/layout/layout.tsx";
import styles from "./audio.module.css";
import { AudioDrop } from "./audio-drop.tsx";
import { CampaignSpot } from "./campaign-spot.tsx";
import { changedAudio } from "./changed-audio.ts";
import { TranscriptField } from "./transcript-field.tsx";

/** The spot of an audio campaign: upload, player, what was measured, and the transcript. */
export function AudioStep({ campaignId }: { campaignId: number }) {
  const { t } = useTranslation("audio");
  const params = { userCampaign: campaignId };
  const shown = useCall("showCampaignAudio", { params });
  const campaign = useCall("showCampaign", { params });
  const remove = useChange("removeCampaignAudio", changedAudio);
  if (shown.error && !shown.data) {
    return <ErrorState title={t("step.failed")} error={shown.error} onRetry={() => void shown.refetch()} />;
  }
  if (!shown.data || !campaign.data) {
    return (
      <Card flush>
        <SkeletonRows rows={5} />
      </Card>
    );
  }
  const { audio, converter_note: note } = shown.data;
  const { status } = campaign.data;
  const isOver = status === "ENDED" || status === "ARCHIVED";
  return (
    <Card>
      <Stack>
        {note && <Note tone="warn">{note}</Note>}
        {audio && (
          <>
            <CampaignSpot audio={audio} />
            <div className={styles.columns}>
              <TranscriptField key={audio.creative} campaignId={campaignId} audio={audio} disabled={isOver} />
              <div>
                <Facts audio={audio} />
                {status === "DRAFT" && (
                  <Row>
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
          </>
        )}
        {!isOver && <AudioDrop campaignId={campaignId} replaces={audio !== null} disabled={note !== null} />}
        <p className={styles.hint}>{t("step.heard")}</p>
      </Stack>
    </Card>
  );
}

/** What was uploaded, and at which level it is played. */
function Facts({ audio }: { audio: CampaignAudio }) {
  const { t } = useTranslation("audio");
  const level = (lufs: number) => t("fact.lufs", { lufs: formatNumber(lufs, 1) });
  return (
    <dl className={styles.facts}>
      <dt>{t("fact.file")}</dt>
      <dd>{audio.source_file}</dd>
      <dt>{t("fact.length")}</dt>
      <dd>{t("fact.seconds", { seconds: formatNumber(audio.duration, 1) })}</dd>
      <dt>{t("fact.size")}</dt>
      <dd>
        {t("fact.mb", { mb: formatNumber(audio.source_bytes / 1_048_576, 1) })}
        {audio.source_kbps !== null && `, ${t("fact.kbps", { kbps: formatNumber(audio.source_kbps) })}`}
      </dd>
      <dt>{t("fact.loudness")}</dt>
      <dd>{t("fact.adjusted", { from: level(audio.source_loudness), to: level(audio.loudness) })}</dd>
    </dl>
  );
}
