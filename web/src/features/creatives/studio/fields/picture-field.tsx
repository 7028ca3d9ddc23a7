import type { CreativeGroup } from "@litfass/contract/creatives/template-groups";
import { useState } from "react";
import { useTranslation } from "../../../../i18n/use-translation.ts";
import { Segmented } from "../../../../ui/inputs/chip-group.tsx";
import { useCampaignVideo } from "../../video/use-campaign-video.ts";
import studio from "../studio.module.css";
import type { Filling } from "../use-filling.ts";
import { PhotosField } from "./photos-field.tsx";
import { VideoField } from "./video-field.tsx";

type PictureFieldProps = { campaignId: number; group: CreativeGroup; filling: Filling; disabled: boolean };

/** Photos, or one short video instead. */
export function PictureField({ campaignId, group, filling, disabled }: PictureFieldProps) {
  const { t } = useTranslation("creatives");
  const { data } = useCampaignVideo(campaignId);
  const [chosen, setChosen] = useState<"photos" | "video" | null>(null);
  const video = data?.video?.video ?? null;
  const shown = chosen ?? (video ? "video" : "photos");
  return (
    <div className={studio.picture}>
      <Segmented
        label={t("picture.label")}
        value={shown}
        options={[
          { value: "photos", label: t("field.images") },
          { value: "video", label: t("field.video") },
        ]}
        onChange={setChosen}
      />
      {shown === "video" ? (
        <VideoField campaignId={campaignId} disabled={disabled} onRemoved={() => setChosen(null)} />
      ) : (
        <>
          {video && <p className={studio.help}>{t("picture.videoShown")}</p>}
          <PhotosField campaignId={campaignId} group={group} filling={filling} disabled={disabled} />
        </>
      )}
    </div>
  );
}
