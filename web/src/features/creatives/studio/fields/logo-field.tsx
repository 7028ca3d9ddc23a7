import type { CampaignImage } from "@litfass/contract/creatives/creative-content";
import { Upload as UploadIcon } from "lucide-react";
import { useId } from "react";
import { formatNumber } from "../../../../i18n/format.ts";
import { useTranslation } from "../../../../i18n/use-translation.ts";
import { Button } from "../../../../ui/button.tsx";
import { DropArea } from "../../../../ui/inputs/drop-area.tsx";
import studio from "../studio.module.css";
import type { Filling } from "../use-filling.ts";
import { acceptedImages, useUpload } from "../use-upload.ts";
import { FieldGroup } from "./field-group.tsx";
import styles from "./logo-field.module.css";
import { ScaleOffer } from "./scale-offer.tsx";

type LogoFieldProps = { campaignId: number; filling: Filling; disabled: boolean };

/** The logo: its file with name and size, replaceable, or a drop area. */
export function LogoField({ campaignId, filling, disabled }: LogoFieldProps) {
  const { t } = useTranslation("creatives");
  const upload = useUpload(campaignId, "logo");
  const nameId = useId();
  const { logo } = filling.values;

  async function take(files: File[]) {
    use(await upload.send(files));
  }
  function use([logo]: CampaignImage[]) {
    if (logo) filling.change({ logo });
  }

  return (
    <FieldGroup
      label={t("field.logo")}
      help={logo ? undefined : t("help.files")}
      error={upload.error ?? filling.errors.logo}
    >
      <DropArea
        label={t("upload.logo")}
        accept={acceptedImages}
        disabled={disabled || upload.busy}
        className={logo ? styles.logo : styles.empty}
        onFiles={(files) => void take(files)}
      >
        {(choose) =>
          logo ? (
            <>
              <img src={logo.url} alt="" className={styles.logoImage} />
              <span className={styles.file} id={nameId}>
                <span className={styles.fileName}>{logo.name}</span>
                <span className={styles.fileSize}>
                  {t("kilobytes", { size: formatNumber(kilobytes(logo.size_bytes)) })}
                </span>
              </span>
              {!disabled && (
                <Button small busy={upload.busy} aria-describedby={nameId} onClick={choose}>
                  {t("upload.replace")}
                </Button>
              )}
            </>
          ) : (
            <>
              <Button small icon={UploadIcon} busy={upload.busy} disabled={disabled} onClick={choose}>
                {t("upload.choose")}
              </Button>
              <span className={studio.hint}>{t("upload.drop")}</span>
            </>
          )
        }
      </DropArea>
      <ScaleOffer upload={upload} onTaken={use} />
    </FieldGroup>
  );
}

const kilobytes = (bytes: number): number => Math.max(1, Math.round(bytes / 1024));
