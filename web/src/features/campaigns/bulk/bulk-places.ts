import type { Location } from "@litfass/contract/targeting/targeting";

/** The most places of one target group. */
const most = 200;

/** The places of all rows, each once: a row's own one, else the shared ones. */
export function placesOf(shared: readonly Location[], rows: readonly { location: Location | null }[]): Location[] {
  const all = rows.flatMap(({ location }) => (location ? [location] : shared));
  return [...new Map(all.map((place) => [place.id, place])).values()].slice(0, most);
}
