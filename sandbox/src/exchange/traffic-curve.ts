/** Traffic by hour of the day relative to the day's mean, in Central European time. */
const workday = [
  0.42, 0.3, 0.25, 0.25, 0.32, 0.55, 0.95, 1.25, 1.2, 1.1, 1.08, 1.12, 1.3, 1.2, 1.08, 1.06, 1.1, 1.22, 1.3, 1.42, 1.5,
  1.42, 1.05, 0.56,
];
const weekend = [
  0.55, 0.4, 0.3, 0.26, 0.28, 0.36, 0.55, 0.85, 1.15, 1.32, 1.35, 1.3, 1.22, 1.12, 1.1, 1.1, 1.14, 1.2, 1.28, 1.4, 1.45,
  1.32, 1.08, 0.72,
];
const meanOf = (hours: number[]): number => hours.reduce((sum, share) => sum + share, 0) / hours.length;

const local = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Zurich",
  weekday: "short",
  hour: "2-digit",
  minute: "2-digit",
  hour12: false,
});

/** Traffic at an instant relative to the mean of the week, interpolated between hours. */
export function intensityAt(at: Date): number {
  const parts = Object.fromEntries(local.formatToParts(at).map(({ type, value }) => [type, value]));
  const isWeekend = parts.weekday === "Sat" || parts.weekday === "Sun";
  const hours = isWeekend ? weekend : workday;
  const hour = Number(parts.hour) % 24;
  const next = hours[(hour + 1) % 24]!;
  const now = hours[hour]!;
  return ((now + ((next - now) * Number(parts.minute)) / 60) / meanOf(hours)) * (isWeekend ? 0.94 : 1.024);
}
