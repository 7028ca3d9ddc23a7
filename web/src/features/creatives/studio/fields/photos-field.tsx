import { bannerLimits } from "@litfass/contract/creatives/banner-fields";

import type { CampaignImage, ContentValues } from "@litfass/contract/creatives/creative-content";
import type { CreativeGroup } from "@litfass/contract/creatives/template-groups";

import { message } from "@litfass/contract/kernel/messages";
import { Images, Plus } from "lucide-react";
import { useState } from "react";
import { useCall } from "../../../../api/use-call.ts";
import { currentLocale } from "../../../../i18n/i18n.ts";
import { useTranslation } from "../../../../i18n/use-translation.ts";
import { Button } from "../../../../ui/button.tsx";
import { DropArea } from "../../../../ui/inputs/drop-area.tsx";
import { Icon } from "../../../../ui/layout/icon.tsx";
import { selectedFormats } from "../selected-formats.ts";
import studio from "../studio.module.css";
import { useBannerTemplate } from "../use-banner-template.ts";
import type { Filling } from "../use-filling.ts";
import { acceptedImages, useUpload } from "../use-upload.ts";
import { formatsWith } from "./crop.ts";
import { FieldGroup } from "./field-group.tsx";
import { FocusPicker } from "./focus-picker.tsx";
import { GoogleImagesDialog } from "./google-images-dialog.tsx";
import styles from "./photos-field.module.css";
import { ScaleOffer } from "./scale-offer.tsx";

type Picture = ContentValues["images"][number];
type PhotosFieldProps = { campaignId: number; group: CreativeGroup; filling: Filling; disabled: boolean };

/** Images up to the limit; the chosen one shows its focus point. Each format uses the image that fits best. */
export function PhotosField({ campaignId, group, filling, disabled }: PhotosFieldProps) {
  const { t } = useTranslation("creatives");
  const upload = useUpload(campaignId, "image");
  const googleAds = useCall("showGoogleAdsConnection", undefined, { staleMs: 600_000 });
  const [choosing, setChoosing] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const { images } = filling.values;
  const free = bannerLimits.images - images.length;
  const picture = images.find(({ uuid }) => uuid === chosen) ?? images[0];

  async function take(files: File[]) {
    if (files.length > free) return upload.setError(message("images.too_many", currentLocale()));
    const taken = await upload.send(files);
    add(taken);
  }
  function add(taken: CampaignImage[]) {
    const last = taken.at(-1);
    if (!last) return;
    filling.change({
      images: [...images, ...taken.map((image) => ({ ...image, focus: { x: 0.5, y: 0.5 }, crops: {} }))],
    });
    setChosen(last.uuid);
  }
  const replace = (changed: Picture) =>
    filling.change({ images: images.map((image) => (image.uuid === changed.uuid ? changed : image)) });
  const { drawable } = useBannerTemplate(group.template, null);
  const formats = selectedFormats(group);

  return (
    <div>
      <FieldGroup
        label={t("field.images")}
        count={t("count", { now: images.length, max: bannerLimits.images })}
        help={t("help.files")}
        error={upload.error ?? filling.errors.images}
      >
        <DropArea
          many
          label={t("upload.images")}
          accept={acceptedImages}
          disabled={disabled || upload.busy}
          className={styles.photos}
          onFiles={(files) => void take(files)}
        >
          {(choose) => (
            <>
              {images.map(({ uuid, url, name }, index) => (
                <button
                  key={uuid}
                  type="button"
                  className={styles.photo}
                  aria-label={t("photo", { number: index + 1, name })}
                  aria-pressed={uuid === picture?.uuid}
                  onClick={() => setChosen(uuid)}
                >
                  <img src={url} alt="" />
                </button>
              ))}
              {!disabled && free > 0 && (
                <button
                  type="button"
                  className={styles.add}
                  aria-label={t("upload.images")}
                  aria-busy={upload.busy || undefined}
                  disabled={upload.busy}
                  onClick={choose}
                >
                  <Icon of={Plus} size={16} />
                  {images.length === 0 && <span className={studio.hint}>{t("upload.dropPhotos")}</span>}
                </button>
              )}
            </>
          )}
        </DropArea>
        <ScaleOffer upload={upload} onTaken={add} />
        {googleAds.data?.connected && !disabled && free > 0 && (
          <Button small icon={Images} onClick={() => setChoosing(true)}>
            {t("googleImages.open")}
          </Button>
        )}
      </FieldGroup>
      {choosing && (
        <GoogleImagesDialog
          campaignId={campaignId}
          onClose={() => setChoosing(false)}
          onTaken={(image) => add([image])}
        />
      )}
      {picture && (
        <FocusPicker
          key={picture.uuid}
          image={picture}
          formats={drawable ? formatsWith(drawable.template, formats, images, picture.uuid) : []}
          disabled={disabled}
          onChange={replace}
          onRemove={() => {
            upload.setError(null);
            filling.change({ images: images.filter(({ uuid }) => uuid !== picture.uuid) });
          }}
        />
      )}
    </div>
  );
}
