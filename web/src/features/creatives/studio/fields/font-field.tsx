import { bannerFonts } from "@litfass/contract/creatives/banner-fields";
import { useTranslation } from "../../../../i18n/use-translation.ts";
import { Select } from "../../../../ui/inputs/select.tsx";
import type { Filling } from "../use-filling.ts";

const templateFont = "template";

/** The font of all texts: the template's own, or one of the bundled ones. */
export function FontField({ filling, disabled }: { filling: Filling; disabled: boolean }) {
  const { t } = useTranslation("creatives");
  return (
    <Select
      label={t("field.font")}
      disabled={disabled}
      options={[
        { value: templateFont, label: t("font.template") },
        ...bannerFonts.map((font) => ({ value: font, label: t(`font.${font}`) })),
      ]}
      value={filling.values.font ?? templateFont}
      onChange={(value) => filling.change({ font: bannerFonts.find((font) => font === value) ?? null })}
    />
  );
}
