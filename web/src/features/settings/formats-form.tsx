import { isDrawable } from "@litfass/banner/layout";
import type { Endpoints } from "@litfass/contract/index";
import type { CallInput } from "@litfass/contract/kernel/endpoint";
import { additionalFormats, type Format, formatSchema, formats } from "@litfass/contract/kernel/formats";
import { formatsChangeSchema } from "@litfass/contract/settings/settings-endpoints";
import { useMemo } from "react";
import type { CallResult } from "../../api/api.ts";
import { useCheckedForm } from "../../api/contract-form.ts";
import { useChange } from "../../api/use-call.ts";
import { formatSize } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Note } from "../../ui/feedback/note.tsx";
import { TextArea } from "../../ui/inputs/text-input.tsx";
import { checkChange } from "./check-change.ts";
import { settingsReads } from "./save-settings.ts";
import { SettingsForm } from "./settings-form.tsx";

type Current = CallResult<"showOperatorSettings">["formats"];
type Body = CallInput<Endpoints["changeFormats"]>["body"];
type Values = { version: number; note: string; settings: { sizes: string } };

/** One size per line; "800 × 250" is the same as "800x250". */
const sizesIn = (text: string): Format[] =>
  text
    .split("\n")
    .map((line) => line.replace(/\s+/g, "").replace(/[×X]/, "x"))
    .filter((line) => line !== "") as Format[];

const bodyOf = ({ settings, ...change }: Values): Body => ({ ...change, settings: { sizes: sizesIn(settings.sizes) } });

/** The banner sizes that the operator offers besides the built-in ones. */
export function FormatsForm({ current: { version, settings } }: { current: Current }) {
  const { t, i18n } = useTranslation("settings");
  const check = useMemo(() => {
    const checkBody = checkChange<unknown>(formatsChangeSchema, t);
    return (values: Values) =>
      Object.fromEntries(
        Object.entries(checkBody(bodyOf(values))).map(([path, text]) => {
          const line = /^settings\.sizes\.(\d+)/.exec(path)?.[1];
          return line === undefined
            ? [path, text]
            : ["settings.sizes", t("formats.line", { line: Number(line) + 1, text })];
        }),
      );
  }, [t]);
  const form = useCheckedForm<Values>(check, { version, note: "", settings: { sizes: settings.sizes.join("\n") } });
  const change = useChange("changeFormats", [...settingsReads, "listCampaignCreatives", "showCreativeForms"]);
  const list = (sizes: readonly string[]) => new Intl.ListFormat(i18n.language).format(sizes.map(formatSize));
  const tooSmall = sizesIn(form.watch("settings.sizes")).filter(
    (size) => formatSchema.safeParse(size).success && !isDrawable(size),
  );
  return (
    <SettingsForm section="formats" form={form} onSave={(values) => change.mutateAsync({ body: bodyOf(values) })}>
      <TextArea
        label={t("formats.sizes")}
        help={t("formats.sizesHelp", { builtIn: list([...formats, ...additionalFormats]) })}
        rows={6}
        spellCheck={false}
        error={form.formState.errors.settings?.sizes?.message}
        {...form.register("settings.sizes")}
      />
      {tooSmall.length > 0 && <Note tone="info">{t("formats.small", { sizes: list(tooSmall) })}</Note>}
    </SettingsForm>
  );
}
