import { formatMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import type { Caller } from "@litfass/contract/kernel/roles";
import { userActor } from "@litfass/platform/command/actor";
import type { CommandServices } from "@litfass/platform/command/command";
import type { Execute } from "@litfass/platform/command/execute";
import { countJobs, listFailedJobs } from "@litfass/platform/jobs/job-list-sql";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import { closeCampaigns } from "../modules/campaigns/index.ts";
import { cleanUpIdentity } from "../modules/identity/index.ts";
import type { MaintenanceCommand } from "../modules/operations/index.ts";
import { runReconciliation } from "../modules/reporting/index.ts";
import { readDueFiles } from "../modules/supply/index.ts";
import { findUser } from "../modules/users/index.ts";
import { version } from "./version.ts";

const maxRetried = 500;
/** A person waits for the page: shorter than the nightly run. */
const reconciliationWaits = 5;

/** The maintenance that operators may start by hand: what jobs do by themselves, once more, and looks without effect. */
export const maintenanceCommands = (platform: Platform, execute: Execute<CommandServices>): MaintenanceCommand[] => [
  {
    name: "about",
    about: { en: "What runs here, and since when.", de: "Was hier läuft, und seit wann." },
    run: async () => describe(platform),
  },
  {
    name: "queue:counts",
    about: { en: "How many jobs stand in each state.", de: "Wie viele Aufträge in welchem Zustand sind." },
    run: async () =>
      (await countJobs(platform.db)).map(
        ({ name, failed, retry, active, created, completed }) =>
          `${name}: ${failed} failed, ${retry} to retry, ${active} running, ${created} waiting, ${completed} done`,
      ),
  },
  {
    name: "queue:retry-failed",
    about: { en: "Tries every failed job again.", de: "Versucht jeden fehlgeschlagenen Auftrag nochmals." },
    async run() {
      let retried = 0;
      for (const { name, id } of await listFailedJobs(platform.db, maxRetried)) {
        if (await platform.jobs.retry(name, id)) retried += 1;
      }
      return [`${retried} jobs are tried again`];
    },
  },
  {
    name: "campaigns:close",
    about: {
      en: "Ends campaigns that are over, and gives back what was reserved and not spent.",
      de: "Beendet abgelaufene Kampagnen und gibt zurück, was reserviert und nicht ausgegeben ist.",
    },
    async run() {
      const { ended, settled } = await closeCampaigns({ platform, execute });
      return [`${ended} campaigns ended`, `${settled} reservations settled`];
    },
  },
  {
    name: "identity:clean-up",
    about: {
      en: "Deletes sessions, codes and tokens that have run out.",
      de: "Löscht abgelaufene Sitzungen, Codes und Tokens.",
    },
    async run() {
      await execute(cleanUpIdentity, { actor: { kind: "operator" }, input: null, lang: "en" });
      return ["What had run out is deleted"];
    },
  },
  {
    name: "reporting:reconcile",
    about: {
      en: "Compares events, panels, budgets and ledger. It reads only.",
      de: "Vergleicht Ereignisse, Auswertungen, Budgets und Bücher. Es wird nur gelesen.",
    },
    run: (caller) => reconciliationLines({ platform, execute }, caller),
  },
  {
    name: "sellers:read-files",
    about: {
      en: "Reads the ads.txt and sellers.json files that are due.",
      de: "Liest die fälligen Dateien ads.txt und sellers.json.",
    },
    async run() {
      await readDueFiles(platform);
      return ["The files that were due are read"];
    },
  },
  {
    name: "mail:test",
    about: { en: "Sends a mail to yourself.", de: "Sendet eine Nachricht an Sie selbst." },
    async run({ uid }) {
      const to = (await findUser(platform.db, uid))?.email;
      if (!to) throw notFound();
      await platform.mailer.send({
        to,
        subject: "Litfass: test",
        text: `Mails of ${platform.config.publicUrl} arrive.\n`,
      });
      return [`The mail server took a mail to ${to}`];
    },
  },
];

async function describe({ config, clickhouse, db, clock }: Platform): Promise<string[]> {
  const events = await clickhouse.query({ query: "select count() as events from ad_events", format: "JSONEachRow" });
  const [row] = await events.json<{ events: string }>();
  const { rows } = await db.execute<{ version: string; size: string }>(
    "select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size",
  );
  const started = new Date(clock.now().getTime() - process.uptime() * 1000);
  return [
    `Litfass ${version}, Node ${process.version}, ${config.production ? "production" : config.demo ? "demo" : "test"}`,
    `Up since ${started.toISOString()}, ${Math.round(process.memoryUsage.rss() / 1024 / 1024)} MB of memory`,
    `PostgreSQL ${rows[0]?.version}, ${rows[0]?.size}`,
    `ClickHouse ${config.clickhouseUrl ? "by address" : "in this process"}, ${row?.events ?? 0} events`,
  ];
}

async function reconciliationLines(
  context: { platform: Platform; execute: Execute<CommandServices> },
  caller: Caller,
): Promise<string[]> {
  const run = { actor: userActor(caller), waits: reconciliationWaits };
  const { campaigns, eventsMicros, sums, differences } = await runReconciliation(context, run);
  const amount = (micros: bigint) => formatMinor(minorOfMicros(micros));
  return [
    `${campaigns} campaigns; events ${amount(eventsMicros)}, panels ${amount(sums.panels)}, budgets ${amount(sums.budgets)}, ledger ${amount(sums.ledger)}`,
    differences.length === 0 ? "All agree" : `${differences.length} differences, see the log`,
  ];
}
