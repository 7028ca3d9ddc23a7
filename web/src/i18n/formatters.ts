/**
 * Formatters of `Intl`, each created once: creating one takes up to 0.1 ms, and sorting the countries by name asks for
 * thousands. There are as many as languages and time zones on a screen.
 */
function memoize<Formatter>(create: (locale: string, detail: string) => Formatter) {
  const formatters = new Map<string, Formatter>();
  return (locale: string, detail: string): Formatter => {
    const key = `${locale} ${detail}`;
    const formatter = formatters.get(key) ?? create(locale, detail);
    formatters.set(key, formatter);
    return formatter;
  };
}

/** Names of regions, currencies and languages in a language. */
export const displayNames = memoize(
  (locale, type) => new Intl.DisplayNames(locale, { type: type as Intl.DisplayNamesType }),
);

/** Day and time of day with two digits each, in a time zone. */
export const dateAndTime = memoize(
  (locale, timeZone) =>
    new Intl.DateTimeFormat(locale, {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }),
);

/** Weekdays of a day in UTC, long or short. */
export const weekdays = memoize(
  (locale, width) => new Intl.DateTimeFormat(locale, { weekday: width as "long" | "short", timeZone: "UTC" }),
);
