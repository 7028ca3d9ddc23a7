import type { CampaignImage } from "@litfass/contract/creatives/creative-content";
import { Minimize2 } from "lucide-react";
import { useTranslation } from "../../../../i18n/use-translation.ts";
import { Button } from "../../../../ui/button.tsx";
import studio from "../studio.module.css";
import type { Upload } from "../use-upload.ts";

type ScaleOfferProps = { upload: Upload; onTaken: (images: CampaignImage[]) => void };

/** Offers to scale down photos that were rejected for their size. */
export function ScaleOffer({ upload, onTaken }: ScaleOfferProps) {
  const { t } = useTranslation("creatives");
  if (upload.large.length === 0) return null;
  return (
    <div className={studio.offer}>
      <Button small icon={Minimize2} busy={upload.busy} onClick={() => void upload.sendScaled().then(onTaken)}>
        {t("upload.scale")}
      </Button>
    </div>
  );
}
