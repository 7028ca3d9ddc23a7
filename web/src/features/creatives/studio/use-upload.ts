import type { CampaignImage } from "@litfass/contract/creatives/creative-content";
import { useState } from "react";
import { call } from "../../../api/api.ts";
import { firstMessage } from "../../../api/api-error.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { isHeic, isScalable, isTooLarge, scaledPhoto } from "./scale-photo.ts";

export type Upload = {
  busy: boolean;
  /** Why the last file was rejected. */
  error: string | null;
  setError: (error: string | null) => void;
  /** Rejected photos that can be scaled down here. */
  large: readonly File[];
  /** Uploads the files one by one; resolves with the accepted ones. */
  send: (files: readonly File[]) => Promise<CampaignImage[]>;
  /** Scales the `large` ones down and uploads them. */
  sendScaled: () => Promise<CampaignImage[]>;
};

/** The file types offered by the choosers; the server checks the content. */
export const acceptedImages = "image/png,image/jpeg,image/gif,image/webp,image/svg+xml";

/** Uploads a campaign's logo or images. */
export function useUpload(campaignId: number, kind: CampaignImage["kind"]): Upload {
  const { t } = useTranslation("creatives");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [large, setLarge] = useState<readonly File[]>([]);

  async function send(files: readonly File[]): Promise<CampaignImage[]> {
    const taken: CampaignImage[] = [];
    const rejected: File[] = [];
    setBusy(true);
    setError(null);
    setLarge([]);
    for (const file of files) {
      const form = new FormData();
      form.append("kind", kind);
      form.append("file", file);
      try {
        taken.push(await call("uploadCampaignImage", { params: { userCampaign: campaignId }, form }));
      } catch (problem) {
        if (isScalable(file) && (isHeic(file) || (await isTooLarge(file)))) rejected.push(file);
        setError(firstMessage(problem, "file") ?? (problem instanceof Error ? problem.message : String(problem)));
      }
    }
    setLarge(rejected);
    setBusy(false);
    return taken;
  }

  async function sendScaled(): Promise<CampaignImage[]> {
    setBusy(true);
    try {
      const scaled: File[] = [];
      for (const file of large) scaled.push(await scaledPhoto(file));
      return await send(scaled);
    } catch {
      setError(t(large.some(isHeic) ? "upload.heic" : "upload.notScaled"));
      setLarge([]);
      setBusy(false);
      return [];
    }
  }

  return { busy, error, setError, large, send, sendScaled };
}
