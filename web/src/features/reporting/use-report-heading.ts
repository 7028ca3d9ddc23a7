import { formatDate, formatNumber, unknownNumber } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { type DateRange, daysIn } from "../../ui/inputs/date-range.ts";

type HeadingFacts = {
  /** Undefined while loading: the space is reserved. */
  impressions: number | undefined;
  range: DateRange;
  /** Today for the reader; without it the period is always written as dates. */
  today?: string;
  /** The ads are the reader's own. */
  own?: boolean;
};

/** The headline of a report: "Your ads were shown 113'445 times in the last 30 days." */
export function useReportHeading({ impressions, range, today, own = false }: HeadingFacts): string {
  const { t } = useTranslation("reporting");
  const { from, to } = range;
  const days = daysIn(range);
  const endsToday = today !== undefined && to >= today;
  const day = endsToday ? t("heading.when.today") : t("heading.when.day", { day: formatDate(from) });
  const span = endsToday
    ? t("heading.when.days", { days })
    : t("heading.when.range", { from: formatDate(from), to: formatDate(to) });
  const number = impressions === undefined ? unknownNumber : formatNumber(impressions);
  const times = t("heading.times", { count: impressions ?? 0, number });
  return t(own ? "heading.own" : "heading.of", { times, when: days === 1 ? day : span });
}
