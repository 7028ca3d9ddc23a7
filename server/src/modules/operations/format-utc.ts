const parts = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

/** An instant as DD.MM.YYYY, HH:MM:SS in UTC, for comparing logs of several places. */
export function formatUtc(at: Date): string {
  const of = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${of.day}.${of.month}.${of.year}, ${of.hour}:${of.minute}:${of.second}`;
}
