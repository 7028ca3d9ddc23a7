import { brandSchema } from "@litfass/contract/settings/operator-settings";
import { brandChangeSchema } from "@litfass/contract/settings/settings-endpoints";
import { useMemo } from "react";
import { Controller } from "react-hook-form";
import type { CallResult } from "../../api/api.ts";
import { useCheckedForm } from "../../api/contract-form.ts";
import { useChange } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { TextArea, TextInput } from "../../ui/inputs/text-input.tsx";
import { Columns } from "../../ui/layout/layout.tsx";
import { checkChange } from "./check-change.ts";
import { ColorField } from "./color-field.tsx";
import { ImageField } from "./image-field.tsx";
import { settingsReads } from "./save-settings.ts";
import { SettingsForm } from "./settings-form.tsx";

type Current = CallResult<"showOperatorSettings">["brand"];
type Values = {
  version: number;
  note: string;
  settings: Omit<Current["settings"], "social_links" | "support_address"> & {
    support_address: string;
    /** One link on each line. */
    social_links: string;
  };
};

const bodyOf = ({ version, note, settings }: Values) => ({
  version,
  note,
  settings: {
    ...settings,
    support_address: settings.support_address.trim() || null,
    social_links: settings.social_links.split("\n").filter((each) => each.trim() !== ""),
  },
});

/** The brand: names, addresses, links, logos and color. */
export function BrandForm({ current }: { current: Current }) {
  const { t } = useTranslation("settings");
  const check = useMemo(() => {
    const checkBody = checkChange<unknown>(brandChangeSchema, t);
    return (values: Values) =>
      Object.fromEntries(
        // The links are one field.
        Object.entries(checkBody(bodyOf(values))).map(([path, text]) => [path.replace(/links\.\d+$/, "links"), text]),
      );
  }, [t]);
  const form = useCheckedForm<Values>(check, {
    version: current.version,
    note: "",
    settings: {
      ...current.settings,
      support_address: current.settings.support_address ?? "",
      social_links: current.settings.social_links.join("\n"),
    },
  });
  const change = useChange("changeBrand", settingsReads);
  const { errors } = form.formState;
  const field = (name: "operator_name" | "sender_name" | "sender_address" | "support_address") => ({
    label: t(`brand.${name}`),
    error: errors.settings?.[name]?.message,
    ...form.register(`settings.${name}`),
  });
  return (
    <SettingsForm section="brand" form={form} onSave={(values) => change.mutateAsync({ body: bodyOf(values) })}>
      <Columns least={320}>
        <TextInput {...field("operator_name")} help={t("brand.operator_nameHelp")} autoComplete="off" />
        <Controller
          control={form.control}
          name="settings.primary_color"
          render={({ field: color, fieldState }) => (
            <ColorField
              label={t("brand.primary_color")}
              value={color.value}
              onChange={color.onChange}
              onBlur={color.onBlur}
              error={fieldState.error?.message}
              isReadable={brandSchema.shape.primary_color.safeParse(color.value).success}
            />
          )}
        />
        <TextInput {...field("sender_name")} help={t("brand.sender_nameHelp")} autoComplete="off" />
        <TextInput {...field("sender_address")} type="email" autoComplete="off" />
        <TextInput {...field("support_address")} type="email" help={t("brand.supportHelp")} autoComplete="off" />
        <TextArea
          label={t("brand.social_links")}
          help={t("brand.social_linksHelp")}
          error={errors.settings?.social_links?.message}
          {...form.register("settings.social_links")}
        />
      </Columns>
      <Columns least={240}>
        {(["logo_light", "logo_dark", "mark"] as const).map((name) => (
          <Controller
            key={name}
            control={form.control}
            name={`settings.${name}`}
            render={({ field: image, fieldState }) => (
              <ImageField
                label={t(`brand.${name}`)}
                help={t(`brand.${name}Help`)}
                isDark={name === "logo_dark"}
                image={image.value}
                onChange={image.onChange}
                error={fieldState.error?.message}
              />
            )}
          />
        ))}
      </Columns>
    </SettingsForm>
  );
}
