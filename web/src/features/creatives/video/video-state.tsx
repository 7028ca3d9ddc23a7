import type { VideoConversion } from "@litfass/contract/creatives/video-conversions";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Progress } from "../../../ui/feedback/meter.tsx";
import { State } from "../../../ui/feedback/state.tsx";

const shapes = { queued: "waiting", running: "limited", done: "on", failed: "rejected" } as const;

/** The state of a conversion, and the reason if it failed. */
export function VideoState({ video }: { video: VideoConversion }) {
  const { t } = useTranslation("video");
  return (
    <>
      <State shape={shapes[video.status]} detail={video.error}>
        {t(`status.${video.status}`)}
      </State>
      {video.status === "running" && <Progress label={t("status.running")} percent={video.progress} />}
    </>
  );
}
