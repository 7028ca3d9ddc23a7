import { roles } from "@litfass/contract/roles";
import type { Config } from "../platform/config.ts";

/** Password of every demo account. */
export const demoPassword = "litfass-demo";
/** Address of the demo account of a role. */
export const demoEmail = (role: (typeof roles)[number]): string => `${role.replaceAll("_", "-")}@demo.example`;

/** Tells the person at the terminal where everything is. */
export function printWelcome(config: Config, say: (line: string) => void): void {
  say("");
  say(`Litfass is ready:  ${config.publicUrl}`);
  say(`Ads and bids:      ${config.adsUrl}`);
  if (config.sandboxUrl) say(`Sandbox:           ${config.sandboxUrl}`);
  say(`API reference:     ${config.publicUrl}/api/docs`);
  if (config.demo) {
    say("");
    say(`Demo sign-ins, all with the password ${demoPassword}:`);
    for (const role of roles) say(`  ${demoEmail(role)}`);
  }
  say("");
  say("Ctrl-C stops everything.");
}
