import type { CampaignAudio } from "@litfass/contract/creatives/audio";
import { AudioPlayer } from "../../../ui/audio/audio-player.tsx";

/** The player of a campaign's spot. */
export const CampaignSpot = ({ audio }: { audio: CampaignAudio }) => (
  <AudioPlayer
    key={audio.creative}
    name={audio.name}
    sources={audio.files}
    waveform={audio.waveform}
    duration={audio.duration}
  />
);
