import { command } from "@litfass/platform/command/command";
import { listByRole } from "../../users/index.ts";
import type { Difference, Reconciliation } from "./reconciliation.ts";
import { didDiffer, insertReconciliation } from "./reconciliation-sql.ts";

export const alarmMailJob = "statistics.mail-reconciliation";
const maxNamed = 20;

export type AlarmMail = { uid: string; differences: Difference[] };

/** Stores a comparison. When differences start, each recipient gets one mail. */
export const recordReconciliation = command<Reconciliation, void>({
  name: "reporting.record_reconciliation",
  errors: [],
  async run({ ctx, input: found }) {
    const isNew = found.differences.length > 0 && !(await didDiffer(ctx.tx));
    await insertReconciliation(ctx.tx, found, ctx.clock.now());
    ctx.audit.unchanged("the record is the comparison itself");
    if (!isNew) return;
    const run = ctx.random.id();
    for (const { uid } of await listByRole(ctx.tx, ["super_admin", "admin", "tech_admin"])) {
      const mail: AlarmMail = { uid, differences: found.differences.slice(0, maxNamed) };
      await ctx.jobs.send(alarmMailJob, mail, { singletonKey: `${run}:${uid}` });
    }
  },
});
