import { formatDate } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { DateRange } from "../inputs/date-range.ts";

/** Formats a period: "01.11.2026 to 22.11.2026", or a single date. */
export function useRangeText(): (range: DateRange) => string {
  const { t } = useTranslation("ui");
  return (range) => {
    const [from, to] = [formatDate(range.from), formatDate(range.to)];
    return from === to ? from : t("range.text", { from, to });
  };
}
