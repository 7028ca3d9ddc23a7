import { audioLimits } from "@litfass/contract/creatives/audio";
import { Upload } from "lucide-react";
import { useState } from "react";
import { firstMessage, problemText } from "../../../api/api-error.ts";
import { useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { DropArea } from "../../../ui/inputs/drop-area.tsx";
import styles from "./audio.module.css";
import { changedAudio } from "./changed-audio.ts";

/** The file types offered by the chooser; the server checks the content. */
const accepted = "audio/mpeg,audio/mp4,audio/aac,audio/ogg,audio/wav,.mp3,.m4a,.aac,.ogg,.oga,.wav";
const mb = audioLimits.sourceBytes / 1_048_576;

type AudioDropProps = { campaignId: number; replaces: boolean; disabled: boolean };

/** A drop area and file chooser for a spot. The answer is the finished spot, a few seconds later. */
export function AudioDrop({ campaignId, replaces, disabled }: AudioDropProps) {
  const { t } = useTranslation("audio");
  const [error, setError] = useState<string | null>(null);
  const set = useChange("setCampaignAudio", changedAudio);
  async function send(file: File): Promise<void> {
    setError(null);
    if (file.size > audioLimits.sourceBytes) return setError(t("upload.tooLarge", { mb }));
    const form = new FormData();
    form.append("file", file);
    try {
      await set.mutateAsync({ params: { userCampaign: campaignId }, form });
    } catch (problem) {
      setError(firstMessage(problem, "file") ?? problemText(problem));
    }
  }
  const limits = { min: audioLimits.minSeconds, max: audioLimits.maxSeconds, mb };
  return (
    <DropArea
      label={t("upload.choose")}
      accept={accepted}
      disabled={disabled || set.isPending}
      className={styles.drop}
      onFiles={([file]) => file && void send(file)}
    >
      {(choose) => (
        <>
          <Button icon={Upload} disabled={disabled} busy={set.isPending} onClick={choose}>
            {t(replaces ? "upload.chooseOther" : "upload.choose")}
          </Button>
          <p className={styles.hint} aria-live="polite">
            {set.isPending ? t("upload.preparing") : t(replaces ? "step.replaceHint" : "step.hint", limits)}
          </p>
          {error && (
            <Note tone="error" className={styles.refused}>
              {error}
            </Note>
          )}
        </>
      )}
    </DropArea>
  );
}
