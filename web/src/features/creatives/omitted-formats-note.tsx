import type { Format } from "@litfass/contract/kernel/formats";
import { useTranslation } from "react-i18next";
import { formatSize } from "../../i18n/format.ts";
import type { OmittedParts } from "./omitted-formats.ts";

type OmittedFormatsNoteProps = { missing: OmittedParts | null; usesExamples: boolean };

/** Lists what some formats omit or shorten, and notes that sample texts are shown. */
export function OmittedFormatsNote({ missing, usesExamples }: OmittedFormatsNoteProps) {
  const { t, i18n } = useTranslation("creatives");
  const list = (formats: readonly Format[]) => new Intl.ListFormat(i18n.language).format(formats.map(formatSize));
  return (
    <>
      {missing?.parts.map(({ part, formats }) => (
        <p key={part}>{t(`omitted.${part}`, { formats: list(formats) })}</p>
      ))}
      {missing && missing.shortened.length > 0 && <p>{t("omitted.shortened", { formats: list(missing.shortened) })}</p>}
      {usesExamples && <p>{t("example.note")}</p>}
    </>
  );
}
