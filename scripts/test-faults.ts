import { runLoudly, tool } from "./run-steps.ts";

/**
 * Every test of a fault by its name, and the long version of those that kill, repeat and race: 1,000 kills, 5,000 invoices.
 * `npm test` runs the short one.
 */
const env = { ...process.env, FAULT_RUNS: process.env.FAULT_RUNS ?? "1000" };
const files = [
  "tests/faults",
  "adserver/src/auction/overspend.test.ts",
  "server/src/modules/billing/ledger/ledger-property.test.ts",
  "server/src/modules/billing/ledger/open-spend.test.ts",
  "server/src/modules/billing/invoices/invoice-numbers.test.ts",
  "server/src/modules/billing/transactions/refund-once.test.ts",
  "server/src/modules/billing/payments/reconcile-cards.test.ts",
  // A forgotten flag, a wrong clock, cut connections, a copied folder, a full disk, damaged journals, other releases, a
  // worker that fails, a backup under traffic, tables that only grow.
  "platform/src/installation/installation.test.ts",
  "platform/src/postgres",
  "platform/src/process",
  "platform/src/worker",
  "adserver/src/sync",
  "adserver/src/start-ad-server.test.ts",
  "adserver/src/draining.test.ts",
  "events/src/journal",
  "events/src/intake",
  "server/src/modules/spend",
  "server/src/modules/billing/reconciliation",
  "server/src/modules/identity/mail-delivery.test.ts",
  "server/src/processes/backup",
  "server/src/processes/log-file.test.ts",
  "server/src/processes/retention-page.test.ts",
  "server/src/processes/run-lock.test.ts",
  "server/src/processes/supervised-postgres.test.ts",
  "server/src/processes/supervised-process.test.ts",
  "tests/upgrades",
];
const projects = ["faults", "adserver", "platform", "server", "matrix"].map((name) => `--project=${name}`);
// Each test by its name; files print their counts and seeds.
const args = ["run", "--reporter=verbose", ...projects, ...files];
process.exit(await runLoudly({ name: "vitest", command: tool("vitest"), args }, env));
