import type { AnyCommand } from "@litfass/platform/command/command";
import { storeBrandImage } from "./brand-image.ts";
import { changeSettings, restoreSettings } from "./change-settings.ts";

export { brandOnScreens } from "./brand-on-screens.ts";
export { changeSettings } from "./change-settings.ts";
export {
  commandLineSettings,
  commandLineSettingsPath,
  type SettingsCall,
} from "./command-line-route.ts";
export { requestFirstRates } from "./daily-rates/fetch-daily-rates.ts";
export { settingsRoutes } from "./routes.ts";

export const settingsCommands: readonly AnyCommand[] = [changeSettings, restoreSettings, storeBrandImage];
