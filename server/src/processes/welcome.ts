import { roles } from "@litfass/contract/kernel/roles";
import type { Config } from "@litfass/platform/config/config";
import { demoPassword } from "@litfass/platform/config/demo-password";
import { sandboxExchange } from "@litfass/platform/config/exchanges";

const demoEmail = (role: (typeof roles)[number]): string => `${role.replaceAll("_", "-")}@demo.example`;

/** Prints the URLs and logins to the terminal. */
export function printWelcome(config: Config, say: (line: string) => void): void {
  say("");
  say(`Litfass is ready:  ${config.publicUrl}`);
  say(`Ads and bids:      ${config.adsUrl}`);
  const sandbox = config.demo ? config.exchanges.find(({ name }) => name === sandboxExchange) : undefined;
  if (sandbox?.secret) say(`Bid requests:      ${config.adsUrl}/openrtb2/${sandbox.name}/bid?key=${sandbox.secret}`);
  if (config.sandboxUrl) say(`Sandbox:           ${config.sandboxUrl}`);
  say(`API reference:     ${config.publicUrl}/api/docs`);
  if (config.demo) {
    say("");
    say(`Demo sign-ins, all with the password ${demoPassword}:`);
    for (const role of roles) say(`  ${demoEmail(role)}`);
    say("  publisher@demo.example");
  }
  say("");
  say("Ctrl-C stops everything.");
}
