import type { CampaignImage } from "@litfass/contract/creatives/creative-content";
import { useState } from "react";
import { call } from "../../../api/api.ts";
import { firstMessage } from "../../../api/api-error.ts";

export type Upload = {
  busy: boolean;
  /** Why the last file was rejected. */
  error: string | null;
  setError: (error: string | null) => void;
  /** Uploads the files one by one; resolves with the accepted ones. */
  send: (files: readonly File[]) => Promise<CampaignImage[]>;
};

/** The file types offered by the choosers; the server checks the content. */
export const acceptedImages = "image/png,image/jpeg,image/gif,image/webp,image/svg+xml";

/** Uploads a campaign's logo or images. */
export function useUpload(campaignId: number, kind: CampaignImage["kind"]): Upload {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function send(files: readonly File[]): Promise<CampaignImage[]> {
    const taken: CampaignImage[] = [];
    setBusy(true);
    setError(null);
    for (const file of files) {
      const form = new FormData();
      form.append("kind", kind);
      form.append("file", file);
      try {
        taken.push(await call("uploadCampaignImage", { params: { userCampaign: campaignId }, form }));
      } catch (problem) {
        setError(firstMessage(problem, "file") ?? (problem instanceof Error ? problem.message : String(problem)));
      }
    }
    setBusy(false);
    return taken;
  }

  return { busy, error, setError, send };
}
