import { runLoudly, tool } from "./run-steps.ts";

/**
 * The long version of the tests that kill, repeat and race: 1,000 kills, 5,000 invoices. `npm test` runs the short
 * one.
 */
const env = { ...process.env, FAULT_RUNS: process.env.FAULT_RUNS ?? "1000" };
const files = [
  "tests/faults",
  "adserver/src/auction/overspend.test.ts",
  "server/src/modules/billing/ledger/ledger-property.test.ts",
  "server/src/modules/billing/invoices/invoice-numbers.test.ts",
  "server/src/modules/billing/transactions/refund-once.test.ts",
  "server/src/modules/billing/payments/reconcile-cards.test.ts",
];
const args = ["run", "--project=faults", "--project=adserver", "--project=server", ...files];
process.exit(await runLoudly({ name: "vitest", command: tool("vitest"), args }, env));
