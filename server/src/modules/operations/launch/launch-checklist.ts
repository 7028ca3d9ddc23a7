import { approvers } from "@litfass/contract/billing/billing-approvals";
import type { CallOutput } from "@litfass/contract/kernel/endpoint";
import type { Language } from "@litfass/contract/kernel/language";
import { roles } from "@litfass/contract/kernel/roles";
import { trimEnd } from "@litfass/contract/kernel/trim";
import { reachOf } from "@litfass/contract/kernel/who";
import {
  type LaunchCheck,
  type launchChecklistEndpoints,
  launchChecks,
  type launchStatuses,
} from "@litfass/contract/operations/launch-checklist";
import { canBePaidIn } from "@litfass/contract/settings/company";
import { productName } from "@litfass/contract/settings/default-settings";
import { demoCompany } from "@litfass/contract/settings/demo-company";
import { fetchThrough } from "@litfass/platform/egress/fetch-through";
import { verifyMailServer } from "@litfass/platform/mail/verify-mail-server";
import type { Platform } from "@litfass/platform/platform";
import { maxRatesAgeDays, ratesAgeDays } from "@litfass/platform/settings/rates-age";
import { type CurrentSettings, readSettings } from "@litfass/platform/settings/read-settings";
import { type CardConnection, cardExaminer } from "../../billing/index.ts";
import { listByRole } from "../../users/index.ts";
import { t } from "../texts.ts";
import { countExchanges } from "./launch-facts-sql.ts";

/** What the checks need of a process, or of the command line. */
export type LaunchContext = Pick<Platform, "db" | "config" | "clock" | "egress" | "defaultSettings">;

/** The context, with the settings read once for all checks. */
type Examined = LaunchContext & CurrentSettings;

type Status = (typeof launchStatuses)[number];
type Text = Parameters<typeof t>[1];
type Finding = { status: Status; text: Text; values?: Record<string, string | number> };

const dayMs = 86_400_000;
const callTimeoutMs = 5_000;
const minApprovers = 2;

const ready = (text: Text, values?: Finding["values"]): Finding => ({
  status: "ready",
  text,
  ...(values && { values }),
});
const attention = (text: Text, values?: Finding["values"]): Finding => ({
  ...ready(text, values),
  status: "attention",
});
const missing = (text: Text, values?: Finding["values"]): Finding => ({ ...ready(text, values), status: "missing" });

/** The message of an error, inside a sentence. */
const problemOf = (error: unknown): string => trimEnd((error as Error).message, ".");

const checks: Record<LaunchCheck, (examined: Examined) => Promise<Finding>> = {
  async origins({ config: { publicUrl, adsUrl } }) {
    const insecure = [publicUrl, adsUrl].find((url) => !url.startsWith("https:"));
    return insecure ? attention("launch.origins.insecure", { url: insecure }) : ready("launch.origins.ready");
  },
  async brand({ settings, versions }) {
    const name = settings.brand.operator_name;
    if (versions.brand > 0) return ready("launch.brand.ready", { name });
    // MAIL_FROM already gives the name of some installations, but neither logo nor color.
    return attention(name === productName ? "launch.brand.default" : "launch.brand.named", { name });
  },
  async company({ settings }) {
    const { name } = settings.company;
    if (name === demoCompany.name) return missing("launch.company.demo", { name });
    const unpayable = settings.prices.currencies.offered.flatMap(({ currency }) =>
      canBePaidIn(settings.company, currency) ? [] : [currency],
    );
    return unpayable.length > 0
      ? missing("launch.company.account", { currencies: unpayable.join(", ") })
      : ready("launch.company.ready", { name });
  },
  async prices({ versions }) {
    return ready(versions.prices === 0 ? "launch.prices.default" : "launch.prices.ready");
  },
  async legal({ settings: { legal, languages } }) {
    const missing = (["terms", "privacy"] as const).flatMap((document) =>
      languages.offered
        .filter((language) => legal[document][language] === "")
        .map((language) => `/${language}/${document}`),
    );
    return missing.length === 0
      ? ready("launch.legal.ready")
      : attention("launch.legal.builtIn", { missing: missing.join(", ") });
  },
  async mail({ config: { smtpUrl } }) {
    if (smtpUrl === null) return missing("launch.mail.none");
    const server = new URL(smtpUrl).host;
    try {
      await verifyMailServer(smtpUrl, callTimeoutMs);
      return ready("launch.mail.ready", { server });
    } catch (error) {
      return missing("launch.mail.failed", { server, problem: problemOf(error) });
    }
  },
  async cards({ config, egress }) {
    try {
      return cardFinding(await cardExaminer(fetchThrough(egress))(config));
    } catch (error) {
      return missing("launch.cards.failed", { problem: problemOf(error) });
    }
  },
  async exchanges({ db, config, clock }) {
    const names = config.exchanges.map(({ name }) => name);
    const { enabled, sending } = await countExchanges(db, names, new Date(clock.now().getTime() - dayMs));
    if (enabled === 0) return missing("launch.exchanges.none");
    if (sending === 0) return attention("launch.exchanges.silent", { count: enabled });
    return ready("launch.exchanges.ready", { count: sending });
  },
  async rates({ settings, clock }) {
    const day = settings.rates.as_of_on;
    const days = ratesAgeDays(day, clock.now());
    if (days === 0) return ready("launch.rates.today");
    return days > maxRatesAgeDays
      ? attention("launch.rates.old", { count: days })
      : ready("launch.rates.ready", { count: days });
  },
  async approvers({ db }) {
    const approving = roles.filter((role) => reachOf(approvers, role) !== null);
    const count = (await listByRole(db, approving)).length;
    return count < minApprovers ? attention("launch.approvers.few") : ready("launch.approvers.ready", { count });
  },
};

function cardFinding(found: CardConnection): Finding {
  switch (found.state) {
    case "ok":
      return ready("launch.cards.ready");
    case "none":
      return attention("launch.cards.none");
    case "sandbox":
      return attention("launch.cards.sandbox");
    case "unreadable":
      return attention("launch.cards.unreadable", { status: found.status });
    case "key_rejected":
      return missing("launch.cards.rejected");
    case "no_webhook":
    case "webhook_disabled":
      return missing("launch.cards.webhook", { url: found.webhook });
    case "events_missing":
      return missing("launch.cards.events", { url: found.webhook, events: found.events.join(", ") });
  }
}

/** The checks without which nobody can buy, as far as this process knows without calling a service. */
const setupChecks = ["company", "exchanges"] as const satisfies LaunchCheck[];

/** How much is missing before customers of a production installation can buy; the checklist says what. */
export async function countMissingSetup(platform: Platform): Promise<number> {
  if (!platform.config.production) return 0;
  const current = await readSettings(platform.db, platform.defaultSettings);
  const found = await Promise.all(setupChecks.map((check) => checks[check]({ ...platform, ...current })));
  const hasMail = platform.config.smtpUrl !== null;
  return found.filter(({ status }) => status === "missing").length + (hasMail ? 0 : 1);
}

type Checklist = CallOutput<(typeof launchChecklistEndpoints)["showLaunchChecklist"]>;

/** Runs the checks of a process or of the command line, by default every one, side by side; findings are in a language. */
export const launchExaminer =
  (context: LaunchContext) =>
  async (lang: Language, list: readonly LaunchCheck[] = launchChecks): Promise<Checklist> => {
    const current = await readSettings(context.db, context.defaultSettings);
    return Promise.all(
      list.map(async (check) => {
        const { status, text, values } = await checks[check]({ ...context, ...current });
        return { check, status, finding: t(lang, text, values) };
      }),
    );
  };
