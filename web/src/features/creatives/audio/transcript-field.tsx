import { audioLimits, type CampaignAudio } from "@litfass/contract/creatives/audio";
import { useState } from "react";
import { firstMessage, problemText } from "../../../api/api-error.ts";
import { useChange } from "../../../api/use-call.ts";
import { formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { TextArea } from "../../../ui/inputs/text-input.tsx";
import styles from "./audio.module.css";

const max = audioLimits.transcript;

type TranscriptFieldProps = { campaignId: number; audio: CampaignAudio; disabled: boolean };

/** What is said in the spot, for reviewers and colleagues who cannot hear it. */
export function TranscriptField({ campaignId, audio, disabled }: TranscriptFieldProps) {
  const { t } = useTranslation("audio");
  const [text, setText] = useState(audio.transcript);
  const save = useChange("changeCampaignAudio", ["showCampaignAudio"]);
  const error = save.error ? (firstMessage(save.error, "transcript") ?? problemText(save.error)) : undefined;
  return (
    <div className={styles.transcript}>
      <TextArea
        label={t("transcript.label")}
        help={t("transcript.help")}
        error={error}
        rows={5}
        value={text}
        disabled={disabled}
        count={{
          now: text.length,
          max,
          text: t("transcript.count", { now: formatNumber(text.length), max: formatNumber(max) }),
        }}
        onChange={(event) => setText(event.target.value)}
      />
      {!disabled && (
        <Button
          small
          busy={save.isPending}
          disabled={text === audio.transcript || text.length > max}
          onClick={() => save.mutate({ params: { userCampaign: campaignId }, body: { transcript: text } })}
        >
          {t("transcript.save")}
        </Button>
      )}
    </div>
  );
}
