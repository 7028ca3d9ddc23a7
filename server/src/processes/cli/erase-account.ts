import { internalRequest } from "@litfass/platform/http/internal-call";
import { type Erasure, eraseAccountPath } from "../../modules/identity/index.ts";
import { readAppConfig } from "../config.ts";
import { type CliCommand, CliError, readArguments } from "./cli-command.ts";

/** Answers a person's request to erase their account. */
export const eraseAccount: CliCommand = {
  name: "erase-account",
  usage: "EMAIL [--leave-balance]",
  about: "closes an account for a person's request for erasure, and says what the law requires to keep",
  async run(args, { env, say }) {
    const { positionals, values } = readArguments(args, ["EMAIL"], { "leave-balance": { type: "boolean" } });
    const email = positionals[0] ?? "";
    const erasure = await request(env, { email, leaves_balance: values["leave-balance"] === true });
    if (erasure.outcome === "erased") {
      say(`The account of ${email} is closed; its owner gets a mail`);
      say(
        "deleted: sign-in, password, second factor, sessions, connections, saved cards, shared and scheduled reports",
      );
      say(
        "kept for ten years, as accounting law requires: name and address, invoices, ledger, campaigns and statistics",
      );
      return 0;
    }
    throw new CliError(reasonOf(email, erasure));
  },
};

function reasonOf(email: string, erasure: Exclude<Erasure, { outcome: "erased" }>): string {
  if (!("closing" in erasure)) {
    return erasure.outcome === "unknown"
      ? `There is no account with the address ${email}`
      : `${email} belongs to staff: a super admin archives it on the users screen`;
  }
  const { running_campaigns, settling_campaigns, open_orders, publisher, balances } = erasure.closing;
  const open = [
    [running_campaigns, "campaigns that run or are paused: end them"],
    [settling_campaigns, "campaigns that are not settled: wait, or release their leases"],
    [open_orders, "orders that are not paid: cancel them or mark them as paid"],
    [publisher === null ? 0 : 1, "publisher account: close it"],
  ] as const;
  const lines = open.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  if (balances.length > 0)
    lines.push("money is left: pay it out, or add --leave-balance; it stays in the books as owed");
  return [`The account of ${email} cannot be closed yet:`, ...lines].join("\n");
}

async function request(
  env: Record<string, string | undefined>,
  input: { email: string; leaves_balance: boolean },
): Promise<Erasure> {
  const { internalUrl, secrets } = readAppConfig(env);
  const call = internalRequest(secrets.internal[0], eraseAccountPath, { at: new Date(), input });
  const signal = AbortSignal.timeout(10_000);
  const answer = await fetch(`${internalUrl}${eraseAccountPath}`, { ...call, signal }).catch(() => {
    throw new CliError(`Litfass does not respond at ${internalUrl}: start it first`);
  });
  if (answer.ok) return (await answer.json()) as Erasure;
  if (answer.status === 422) throw new CliError(`${input.email} is no valid address`);
  throw new CliError(
    answer.status === 401
      ? "DATA_DIR or INTERNAL_SECRET is not that of the running installation"
      : `Litfass answered ${answer.status}; its log says why`,
  );
}
