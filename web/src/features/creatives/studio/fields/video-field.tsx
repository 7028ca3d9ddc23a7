import { bannerVideoLimits } from "@litfass/contract/creatives/video-conversions";
import { RotateCcw, Trash2, Upload } from "lucide-react";
import { attempt } from "../../../../api/attempt.ts";
import { useChange } from "../../../../api/use-call.ts";
import { formatNumber } from "../../../../i18n/format.ts";
import { useTranslation } from "../../../../i18n/use-translation.ts";
import { Button } from "../../../../ui/button.tsx";
import { Progress } from "../../../../ui/feedback/meter.tsx";
import { DropArea } from "../../../../ui/inputs/drop-area.tsx";
import { useCampaignVideo } from "../../video/use-campaign-video.ts";
import { useVideoUpload } from "../../video/use-video-upload.ts";
import { acceptedVideos } from "../../video/video-drop.tsx";
import { VideoState } from "../../video/video-state.tsx";
import studio from "../studio.module.css";
import { FieldGroup } from "./field-group.tsx";
import styles from "./video-field.module.css";

const changed = ["showCampaignVideo", "showCreativeForms", "checkCampaignReadiness", "showCampaignReview"] as const;

type VideoFieldProps = { campaignId: number; disabled: boolean; onRemoved: () => void };

/** A short video for the banners: upload, conversion and removal. */
export function VideoField({ campaignId, disabled, onRemoved }: VideoFieldProps) {
  const { t } = useTranslation("creatives");
  const params = { userCampaign: campaignId };
  const { data } = useCampaignVideo(campaignId);
  const set = useChange("setCampaignVideo", changed);
  const remove = useChange("removeCampaignVideo", changed);
  const retry = useChange("retryCampaignVideo", changed);
  const sending = useVideoUpload((upload) => set.mutateAsync({ params, body: { upload } }));
  const video = data?.video?.video ?? null;
  const note = data?.converter_note ?? null;
  const isClosed = disabled || note !== null || sending.share !== null;
  return (
    <FieldGroup
      label={t("field.video")}
      help={t("help.video", { seconds: bannerVideoLimits.seconds })}
      error={sending.error ?? note}
    >
      <DropArea
        label={t("upload.video")}
        accept={acceptedVideos}
        disabled={isClosed}
        className={styles.area}
        onFiles={([file]) => file && void sending.send(file)}
      >
        {(choose) =>
          sending.share !== null ? (
            <>
              <span className={styles.name}>{sending.fileName}</span>
              <Progress label={t("upload.sendingVideo")} percent={sending.share * 100} />
              <Button small onClick={sending.stop}>
                {t("upload.stop")}
              </Button>
            </>
          ) : (
            <>
              {video && (
                <div className={styles.video}>
                  {video.poster && <img src={`${video.poster}?${video.id}`} alt="" className={styles.poster} />}
                  <div>
                    <span className={styles.name}>{video.source_file}</span>
                    {video.status === "done" ? (
                      <span className={studio.hint}>
                        {t("video.facts", {
                          seconds: formatNumber(video.duration, 1),
                          size: formatNumber(Math.max(1, Math.round((video.renditions[0]?.size_bytes ?? 0) / 1024))),
                        })}
                      </span>
                    ) : (
                      <VideoState video={video} />
                    )}
                  </div>
                </div>
              )}
              {!disabled && (
                <div className={styles.buttons}>
                  <Button small icon={Upload} disabled={isClosed} onClick={choose}>
                    {t(video ? "upload.replace" : "upload.choose")}
                  </Button>
                  {video?.can_retry && (
                    <Button
                      small
                      icon={RotateCcw}
                      busy={retry.isPending}
                      onClick={() => void attempt(() => retry.mutateAsync({ params }))}
                    >
                      {t("studio.retry")}
                    </Button>
                  )}
                  {video && (
                    <Button
                      small
                      icon={Trash2}
                      busy={remove.isPending}
                      onClick={() => void attempt(() => remove.mutateAsync({ params }).then(onRemoved))}
                    >
                      {t("upload.remove")}
                    </Button>
                  )}
                </div>
              )}
              {!video && !disabled && <span className={studio.hint}>{t("upload.drop")}</span>}
            </>
          )
        }
      </DropArea>
    </FieldGroup>
  );
}
