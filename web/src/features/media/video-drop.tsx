import { Upload } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Progress } from "../../ui/meter.tsx";
import { Note } from "../../ui/note.tsx";
import styles from "./media.module.css";
import type { VideoSending } from "./use-video-upload.ts";

/** What the file chooser offers; the server looks into the file itself. */
const accepted = "video/mp4,video/quicktime,video/webm,.mp4,.mov,.webm";

type VideoDropProps = {
  sending: VideoSending;
  /** One sentence under the button. */
  hint: string;
  disabled?: boolean;
};

/** A place that takes one video, dropped on it or chosen, and shows how far it is. */
export function VideoDrop({ sending, hint, disabled }: VideoDropProps) {
  const { t } = useTranslation("media");
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { share } = sending;

  function take(files: FileList | null) {
    const file = files?.[0];
    if (file && !disabled && share === null) void sending.send(file);
  }
  function drag(event: DragEvent) {
    if (disabled || !event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut; the button inside does the same.
    <div
      className={classNames(styles.drop, over && styles.over)}
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      {share === null ? (
        <>
          <Button icon={Upload} disabled={disabled} onClick={() => input.current?.click()}>
            {t("upload.choose")}
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
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t("upload.choose")}
        accept={accepted}
        disabled={disabled}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = "";
        }}
      />
    </div>
  );
}
