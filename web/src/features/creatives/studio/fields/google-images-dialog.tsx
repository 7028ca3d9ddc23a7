import type { GoogleCreative } from "@litfass/contract/connections/connections";
import type { CampaignImage } from "@litfass/contract/creatives/creative-content";
import { useState } from "react";
import { apiBase } from "../../../../api/client/api-client.ts";
import { useCall, useChange } from "../../../../api/use-call.ts";
import { useTranslation } from "../../../../i18n/use-translation.ts";
import { Button } from "../../../../ui/button.tsx";
import { EmptyState } from "../../../../ui/feedback/empty-state.tsx";
import { ErrorState } from "../../../../ui/feedback/error-state.tsx";
import { Note } from "../../../../ui/feedback/note.tsx";
import { Skeleton } from "../../../../ui/feedback/skeleton.tsx";
import { SearchField } from "../../../../ui/inputs/search-field.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import styles from "./google-images-dialog.module.css";

type GoogleImagesDialogProps = {
  campaignId: number;
  onClose: () => void;
  onTaken: (image: CampaignImage) => void;
};

const minute = 60_000;

/** The images of the connected Google Ads account; the chosen one becomes a campaign image (API-CONN-008). */
export function GoogleImagesDialog({ campaignId, onClose, onTaken }: GoogleImagesDialogProps) {
  const { t } = useTranslation("creatives");
  const { t: common } = useTranslation("ui");
  const [search, setSearch] = useState("");
  const q = search.trim();
  const all = useCall("listGoogleCreatives", undefined, { staleMs: minute, enabled: q === "" });
  const found = useCall("searchGoogleCreatives", { body: { q } }, { staleMs: minute, enabled: q !== "" });
  const images = q === "" ? all : found;
  const take = useChange("importGoogleCreative");

  async function choose(image: GoogleCreative) {
    const body = { campaign_id: campaignId, kind: "image" } as const;
    // A failure is shown above the images.
    const taken = await take.mutateAsync({ params: { creative: image.id }, body }).catch(() => null);
    if (!taken) return;
    onTaken(taken);
    onClose();
  }

  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={t("googleImages.title")}
      lead={t("googleImages.lead")}
      actions={<Button onClick={onClose}>{common("cancel")}</Button>}
    >
      <SearchField label={t("googleImages.search")} value={search} onChange={setSearch} />
      {take.error && <Note tone="error">{take.error.message}</Note>}
      {images.error ? (
        <ErrorState title={t("googleImages.failed")} error={images.error} onRetry={() => void images.refetch()} />
      ) : !images.data ? (
        <Skeleton height={240} />
      ) : images.data.length === 0 ? (
        <EmptyState title={t("googleImages.none")}>{t("googleImages.noneText")}</EmptyState>
      ) : (
        <ul className={styles.images}>
          {images.data.map((image) => (
            <li key={image.id}>
              <button
                type="button"
                className={styles.image}
                aria-label={t("googleImages.take", { name: image.name })}
                disabled={take.isPending}
                onClick={() => void choose(image)}
              >
                <img
                  src={`${apiBase}/google/creatives/${encodeURIComponent(image.id)}/image`}
                  alt=""
                  width={image.width}
                  height={image.height}
                  loading="lazy"
                />
                <span>{image.name}</span>
                <small>{t("googleImages.size", { width: image.width, height: image.height })}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
