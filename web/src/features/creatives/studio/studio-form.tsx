import { bannerLimits } from "@litfass/contract/creatives/banner-fields";
import type { CreativeGroup } from "@litfass/contract/creatives/template-groups";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { TextArea, TextInput } from "../../../ui/inputs/text-input.tsx";
import { BrandKitField } from "./fields/brand-kit-field.tsx";
import { ColorsField } from "./fields/colors-field.tsx";
import { FontField } from "./fields/font-field.tsx";
import { FormatsField } from "./fields/formats-field.tsx";
import { LogoField } from "./fields/logo-field.tsx";
import { PictureField } from "./fields/picture-field.tsx";
import { SlotField } from "./fields/slot-field.tsx";
import styles from "./studio.module.css";
import { useBannerTemplate } from "./use-banner-template.ts";
import type { Filling } from "./use-filling.ts";

const limits = {
  title: bannerLimits.title,
  description: bannerLimits.description,
  button_text: bannerLimits.buttonText,
};

type StudioFormProps = {
  campaignId: number;
  group: CreativeGroup;
  filling: Filling;
  /** The template's name. */
  template: string;
  disabled: boolean;
  /** Part of a bulk campaign: all formats, no brand kit. */
  shared: boolean;
};

/** One form for all formats: logo, texts, photos or a video, colors and used formats. */
export function StudioForm({ campaignId, group, filling, template, disabled, shared }: StudioFormProps) {
  const { t } = useTranslation("creatives");
  const { values, errors, change } = filling;
  const derive = useBannerTemplate(template, null).drawable?.template.derive ?? null;
  const field = (name: keyof typeof limits) => ({
    label: t(`field.${name}`),
    count: {
      now: values[name].length,
      max: limits[name],
      text: t("count", { now: values[name].length, max: limits[name] }),
    },
    error: errors[name],
    value: values[name],
    disabled,
  });
  return (
    <form className={styles.form} noValidate onSubmit={(event) => event.preventDefault()}>
      <LogoField campaignId={campaignId} filling={filling} disabled={disabled} />
      <TextInput {...field("title")} onChange={(event) => change({ title: event.target.value })} />
      <SlotField campaignId={campaignId} derive={derive} filling={filling} disabled={disabled} />
      <TextArea {...field("description")} onChange={(event) => change({ description: event.target.value })} />
      <TextInput {...field("button_text")} onChange={(event) => change({ button_text: event.target.value })} />
      {group.picture === "none" ? (
        <p className={styles.help}>{t("help.noPictures")}</p>
      ) : (
        <PictureField campaignId={campaignId} group={group} filling={filling} disabled={disabled} />
      )}
      <ColorsField filling={filling} disabled={disabled} />
      <FontField filling={filling} disabled={disabled} />
      {!shared && (
        <>
          <BrandKitField campaignId={campaignId} filling={filling} disabled={disabled} />
          <FormatsField campaignId={campaignId} group={group} disabled={disabled} />
        </>
      )}
    </form>
  );
}
