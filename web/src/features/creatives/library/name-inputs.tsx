import { type NameFields, otherLanguages } from "@litfass/contract/creatives/library-names";
import { firstMessage } from "../../../api/api-error.ts";
import { languageName } from "../../../i18n/format.ts";
import { useOfferedLocales } from "../../../i18n/offered-locales.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { TextInput } from "../../../ui/inputs/text-input.tsx";

const required = ["en", "de"] as const;
export type EnteredNames = Required<NameFields>;

/** The names of a stored group or category, or empty ones. */
export const namesIn = (stored: EnteredNames | null): EnteredNames =>
  Object.fromEntries(
    [...required, ...otherLanguages].map((language) => [`name_${language}`, stored?.[`name_${language}`] ?? ""]),
  ) as EnteredNames;

export const hasNames = (names: EnteredNames): boolean =>
  required.every((language) => names[`name_${language}`].trim() !== "");

type NameInputsProps = {
  values: EnteredNames;
  error: unknown;
  onChange: (patch: Partial<EnteredNames>) => void;
};

/** A name in English, German, and optionally in each other language that the operator offers. */
export function NameInputs({ values, error, onChange }: NameInputsProps) {
  const { t } = useTranslation("library");
  const offered = useOfferedLocales();
  const optional = otherLanguages.filter((language) => offered.includes(language));
  return [...required, ...optional].map((language) => {
    const name = `name_${language}` as const;
    return (
      <TextInput
        key={name}
        label={t("field.nameIn", { language: languageName(language) })}
        help={optional.some((each) => each === language) ? t("field.nameInHelp") : undefined}
        value={values[name]}
        maxLength={100}
        error={firstMessage(error, name)}
        onChange={(event) => onChange({ [name]: event.target.value })}
      />
    );
  });
}
