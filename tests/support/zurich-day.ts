import { todayIn } from "../../server/src/modules/campaigns/today.ts";

/** The day of the demo's accounts, so many days from today: around midnight it is not that of UTC. */
export const zurichDay = (offset = 0): string => todayIn(new Date(Date.now() + offset * 86_400_000), "Europe/Zurich");
