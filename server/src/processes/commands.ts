import { byLanguage, type Language } from "@litfass/contract/kernel/language";
import { formatMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import type { Caller } from "@litfass/contract/kernel/roles";
import { countEvents } from "@litfass/platform/clickhouse/freeze-sql";
import { userActor } from "@litfass/platform/command/actor";
import type { CommandServices } from "@litfass/platform/command/command";
import { type Execute, outputOf } from "@litfass/platform/command/execute";
import { countJobs, listFailedJobs } from "@litfass/platform/jobs/job-list-sql";
import { mailBrandOf } from "@litfass/platform/mail/mail-content";
import { sendMail } from "@litfass/platform/mail/send-mail";
import { testMail } from "@litfass/platform/mail/test-mail";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import { acceptEventLoss, type ReconciliationWork } from "../modules/billing/index.ts";
import { closeCampaigns } from "../modules/campaigns/index.ts";
import { cleanUpIdentity } from "../modules/identity/index.ts";
import type { MaintenanceCommand } from "../modules/operations/index.ts";
import { runReconciliation } from "../modules/reporting/index.ts";
import { releaseLeases } from "../modules/spend/index.ts";
import { readDueFiles } from "../modules/supply/index.ts";
import { findUser } from "../modules/users/index.ts";
import { t } from "./texts.ts";
import { version } from "./version.ts";

const maxRetried = 500;
/** A user waits for the page, so this is shorter than the nightly run. */
const reconciliationWaits = 5;

type MaintenanceName =
  | "about"
  | "queue:counts"
  | "queue:retry-failed"
  | "campaigns:close"
  | "leases:release"
  | "events:accept-loss"
  | "identity:clean-up"
  | "reporting:reconcile"
  | "sellers:read-files"
  | "mail:test";

/**
 * The maintenance that operators may start manually: jobs that also run automatically, and reads without side
 * effects.
 */
export function maintenanceCommands(
  platform: Platform,
  execute: Execute<CommandServices>,
  { cards, sources }: Pick<ReconciliationWork, "cards" | "sources">,
): MaintenanceCommand[] {
  const runs: Record<MaintenanceName, MaintenanceCommand["run"]> = {
    about: ({ lang }) => describe(platform, lang),
    "queue:counts": async ({ lang }) => (await countJobs(platform.db)).map((counts) => t(lang, "queue.counts", counts)),
    async "queue:retry-failed"({ lang }) {
      let count = 0;
      for (const { name, id } of await listFailedJobs(platform.db, maxRetried)) {
        if (await platform.jobs.retry(name, id)) count += 1;
      }
      return [t(lang, "queue.retried", { count })];
    },
    async "campaigns:close"({ lang }) {
      const { ended, settled } = await closeCampaigns({ platform, execute });
      return [t(lang, "campaigns.ended", { count: ended }), t(lang, "campaigns.settled", { count: settled })];
    },
    async "leases:release"({ lang }) {
      const count = outputOf(await execute(releaseLeases, { actor: { kind: "operator" }, input: null, lang }));
      return [t(lang, "leases.released", { count })];
    },
    async "events:accept-loss"(caller) {
      const count = await acceptEventLoss({ platform, execute, cards, sources }, userActor(caller));
      return [t(caller.lang, "events.accepted", { count })];
    },
    async "identity:clean-up"({ lang }) {
      await execute(cleanUpIdentity, { actor: { kind: "operator" }, input: null, lang });
      return [t(lang, "identity.cleaned_up")];
    },
    "reporting:reconcile": (caller) => reconciliationLines({ platform, execute }, caller),
    async "sellers:read-files"({ lang }) {
      await readDueFiles(platform);
      return [t(lang, "sellers.read")];
    },
    async "mail:test"({ uid, lang }) {
      const user = await findUser(platform.db, uid);
      if (!user?.email) throw notFound();
      const brand = mailBrandOf(platform.settings.current().brand, platform.config.publicUrl);
      await sendMail(platform, user.email, testMail(brand, user.lang));
      return [t(lang, "mail.sent", { to: user.email })];
    },
  };
  const names = Object.keys(runs) as MaintenanceName[];
  return names.map((name) => ({
    name,
    about: byLanguage((language) => t(language, `about.${name}`)),
    run: runs[name],
  }));
}

async function describe({ config, clickhouse, db, clock }: Platform, lang: Language): Promise<string[]> {
  const { events } = await countEvents(clickhouse);
  const { rows } = await db.execute<{ version: string; size: string }>(
    "select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size",
  );
  const since = new Date(clock.now().getTime() - process.uptime() * 1000).toISOString();
  const mode = config.production ? "production" : config.demo ? "demo" : "test";
  const megabytes = Math.round(process.memoryUsage.rss() / 1024 / 1024);
  const store = config.clickhouseUrl ? "server" : "embedded";
  return [
    t(lang, "system.version", { version, node: process.version, mode: t(lang, `system.mode.${mode}`) }),
    t(lang, "system.up", { since, megabytes }),
    `PostgreSQL ${rows[0]?.version}, ${rows[0]?.size}`,
    t(lang, `system.clickhouse.${store}`, { events }),
  ];
}

async function reconciliationLines(
  context: { platform: Platform; execute: Execute<CommandServices> },
  caller: Caller,
): Promise<string[]> {
  const { lang } = caller;
  const run = { actor: userActor(caller), waits: reconciliationWaits };
  const { campaigns, eventsMicros, sums, differences } = await runReconciliation(context, run);
  const amount = (micros: bigint) => formatMinor(minorOfMicros(micros));
  const amounts = { panels: amount(sums.panels), budgets: amount(sums.budgets), ledger: amount(sums.ledger) };
  return [
    t(lang, "reconcile.sums", { campaigns, events: amount(eventsMicros), ...amounts }),
    differences.length === 0
      ? t(lang, "reconcile.agree")
      : t(lang, "reconcile.differences", { count: differences.length }),
  ];
}
