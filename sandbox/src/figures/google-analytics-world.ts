import { type Person, people } from "../sign-in/people.ts";
import { busynessOf, chanceOf, daysBetween } from "./days.ts";

export type Property = { id: string; name: string };
/** One kind of visit on one day, by the names of the Data API. */
export type Visit = Record<string, string> & { date: string };
export type Counts = {
  sessions: number;
  users: number;
  newUsers: number;
  views: number;
  engaged: number;
  seconds: number;
};

const channels = { "Organic Search": 0.38, Direct: 0.24, "Paid Search": 0.16, Display: 0.13, "Organic Social": 0.09 };
const countries = { Switzerland: 0.78, Germany: 0.13, Austria: 0.06, France: 0.03 };
const devices = { mobile: 0.58, desktop: 0.36, tablet: 0.06 };
export const pages: Record<string, number> = {
  "/": 0.34,
  "/shop": 0.24,
  "/shop/bread": 0.16,
  "/about": 0.11,
  "/contact": 0.09,
  "/jobs": 0.06,
};

/** The websites of a person: everyone has one, Aline has two. */
export function propertiesOf(person: Person): Property[] {
  const number = chanceOf("property", person.id).below(90_000_000) + 300_000_000;
  const [family = ""] = person.name.split(" ").slice(-1);
  const site = { id: String(number), name: `www.${family.toLowerCase()}.example` };
  const second = { id: String(number + 1), name: `shop.${family.toLowerCase()}.example` };
  return person.id === "aline" ? [site, second] : [site];
}

/** The second website is closed on Sundays: Google omits days without visits. */
const hasVisits = (property: string, day: string): boolean =>
  !closedOnSundays.has(property) || new Date(`${day}T12:00:00Z`).getUTCDay() !== 0;
const closedOnSundays = new Set(people.flatMap((person) => propertiesOf(person).slice(1)).map(({ id }) => id));

/** Every kind of visit on every day, with its counts. */
export function visitsOf(property: string, from: string, to: string, now: Date): { visit: Visit; counts: Counts }[] {
  const usual = 420 + 900 * chanceOf("sessions", property).number();
  const days = daysBetween(from, to, now).filter((day) => hasVisits(property, day));
  return days.flatMap((day) => {
    const sessionsOfDay = usual * busynessOf(day, now, property);
    return Object.entries(channels).flatMap(([channel, channelShare]) =>
      Object.entries(countries).flatMap(([country, countryShare]) =>
        Object.entries(devices).map(([device, deviceShare]) => {
          const chance = chanceOf(property, day, channel, country, device);
          const sessions = Math.round(
            sessionsOfDay * channelShare * countryShare * deviceShare + chance.number() - 0.5,
          );
          return {
            visit: {
              date: day.replaceAll("-", ""),
              sessionDefaultChannelGroup: channel,
              country,
              deviceCategory: device,
            },
            counts: {
              sessions,
              users: Math.round(sessions * 0.87),
              newUsers: Math.round(sessions * (channel === "Direct" ? 0.35 : 0.62)),
              views: Math.round(sessions * (device === "mobile" ? 2.3 : 3.4)),
              engaged: Math.round(sessions * (channel === "Display" ? 0.42 : 0.63)),
              seconds: sessions * (device === "mobile" ? 74 : 118),
            },
          };
        }),
      ),
    );
  });
}
