import { Brush, Save } from "lucide-react";
import { attempt } from "../../../../api/attempt.ts";
import { useCall, useChange } from "../../../../api/use-call.ts";
import { formatDate } from "../../../../i18n/format.ts";
import { useTranslation } from "../../../../i18n/use-translation.ts";
import { Button } from "../../../../ui/button.tsx";
import styles from "../studio.module.css";
import type { Filling } from "../use-filling.ts";
import { FieldGroup } from "./field-group.tsx";

type BrandKitFieldProps = { campaignId: number; filling: Filling; disabled: boolean };

/** The advertiser's logo, colors and font: saved from this campaign or applied to it. New campaigns start with them. */
export function BrandKitField({ campaignId, filling, disabled }: BrandKitFieldProps) {
  const { t } = useTranslation("creatives");
  const params = { userCampaign: campaignId };
  const { data } = useCall("showBrandKit", { params });
  const keep = useChange("saveBrandKit", ["showBrandKit"]);
  const apply = useChange("applyBrandKit", ["showCreativeForms", "checkCampaignReadiness"]);
  const kit = data?.kit ?? null;

  /** Recent changes belong to the brand kit too, so they are saved first. */
  const afterSaving = (change: () => Promise<unknown>, done: string) =>
    attempt(async () => {
      await filling.retry();
      await change();
    }, done);
  return (
    <FieldGroup label={t("kit.title")} help={kit ? t("kit.since", { day: formatDate(kit.updated_at) }) : t("kit.help")}>
      <div className={styles.kit}>
        {kit && (
          <Button
            small
            icon={Brush}
            disabled={disabled}
            busy={apply.isPending}
            onClick={() => void afterSaving(() => apply.mutateAsync({ params }).then(filling.forget), t("kit.applied"))}
          >
            {t("kit.apply")}
          </Button>
        )}
        <Button
          small
          icon={Save}
          disabled={disabled}
          busy={keep.isPending}
          onClick={() => void afterSaving(() => keep.mutateAsync({ params }), t("kit.saved"))}
        >
          {t("kit.save")}
        </Button>
      </div>
    </FieldGroup>
  );
}
