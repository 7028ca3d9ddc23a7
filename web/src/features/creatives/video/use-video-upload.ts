import { videoLimits } from "@litfass/contract/creatives/video-conversions";
import { useCallback, useEffect, useRef, useState } from "react";
import { problemText } from "../../../api/api-error.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { sendVideo } from "./send-video.ts";

export type VideoSending = {
  /** The uploaded share, 0 to 1; null while idle. */
  share: number | null;
  fileName: string;
  /** Why the last file was rejected. */
  error: string | null;
  send: (file: File) => Promise<void>;
  stop: () => void;
};

/** Uploads a video and passes the upload to `finish`; leaving the screen cancels it. */
export function useVideoUpload(finish: (upload: string) => Promise<unknown>): VideoSending {
  const { t } = useTranslation("video");
  const [share, setShare] = useState<number | null>(null);
  const [fileName, setFileName] = useState("");
  const [error, setError] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function send(file: File): Promise<void> {
    setError(null);
    if (file.size > videoLimits.sourceBytes) return setError(t("upload.tooLarge"));
    const control = new AbortController();
    running.current = control;
    setFileName(file.name);
    setShare(0);
    try {
      const upload = await sendVideo(file, { signal: control.signal, onProgress: setShare });
      await finish(upload);
    } catch (problem) {
      if (!control.signal.aborted) setError(problemText(problem));
    } finally {
      setShare(null);
      running.current = null;
    }
  }
  const stop = useCallback(() => running.current?.abort(), []);
  return { share, fileName, error, send, stop };
}
