import { Upload } from "lucide-react";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Progress } from "../../../ui/feedback/meter.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { DropArea } from "../../../ui/inputs/drop-area.tsx";
import type { VideoSending } from "./use-video-upload.ts";
import styles from "./video.module.css";

/** The file types offered by the chooser; the server checks the content. */
export const acceptedVideos = "video/mp4,video/quicktime,video/webm,.mp4,.mov,.webm";

type VideoDropProps = {
  sending: VideoSending;
  /** One sentence under the button. */
  hint: string;
  /** A video exists already: the button offers another file. */
  replaces?: boolean;
  disabled?: boolean;
};

/** A drop area and file chooser for one video, with its upload progress. */
export function VideoDrop({ sending, hint, replaces, disabled }: VideoDropProps) {
  const { t } = useTranslation("video");
  const { share } = sending;
  return (
    <DropArea
      label={t("upload.choose")}
      accept={acceptedVideos}
      disabled={disabled || share !== null}
      className={styles.drop}
      onFiles={([file]) => file && void sending.send(file)}
    >
      {(choose) => (
        <>
          {share === null ? (
            <>
              <Button icon={Upload} disabled={disabled} onClick={choose}>
                {t(replaces ? "upload.chooseOther" : "upload.choose")}
              </Button>
              <p className={styles.hint}>{hint}</p>
            </>
          ) : (
            <div className={styles.sending}>
              <p>{t(share < 1 ? "upload.sending" : "upload.checking", { name: sending.fileName })}</p>
              <Progress label={t("upload.sending", { name: sending.fileName })} percent={share * 100} />
              <Button small onClick={sending.stop}>
                {t("upload.stop")}
              </Button>
            </div>
          )}
          {sending.error && (
            <Note tone="error" className={styles.refused}>
              {sending.error}
            </Note>
          )}
        </>
      )}
    </DropArea>
  );
}
