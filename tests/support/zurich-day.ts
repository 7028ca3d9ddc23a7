import { todayIn } from "../../server/src/modules/campaigns/today.ts";

/** The day in the demo accounts' time zone, this many days from today: around midnight it differs from UTC. */
export const zurichDay = (offset = 0): string => todayIn(new Date(Date.now() + offset * 86_400_000), "Europe/Zurich");
