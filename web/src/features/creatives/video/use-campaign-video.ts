import type { CampaignVideo } from "@litfass/contract/creatives/video-conversions";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useCall } from "../../../api/use-call.ts";

const pollMs = 1500;

const showsNextStep = (shown: CampaignVideo | null | undefined): boolean =>
  shown?.video.status === "queued" || shown?.video.status === "running";

/** A campaign's video, polled during its conversion; readiness is checked again afterwards. */
export function useCampaignVideo(campaignId: number, enabled = true) {
  const client = useQueryClient();
  const input = { params: { userCampaign: campaignId } };
  const first = useCall("showCampaignVideo", input, { enabled });
  const running = showsNextStep(first.data?.video);
  const watched = useCall("showCampaignVideo", input, { enabled, everyMs: running && pollMs });
  useEffect(() => {
    if (!running) return;
    return () => {
      for (const call of ["checkCampaignReadiness", "showCreativeForms"]) {
        void client.invalidateQueries({ queryKey: [call] });
      }
    };
  }, [running, client]);
  return watched;
}
