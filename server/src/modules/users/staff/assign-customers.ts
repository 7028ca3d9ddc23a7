import { type CommandCall, command } from "@litfass/platform/command/command";
import { invalid, notFound } from "@litfass/platform/problem";
import { deleteAssignmentsExcept, insertAssignments } from "../assignment-sql.ts";
import { auditOfAssignments } from "../audit/user-audit.ts";
import { countCustomers, lockUser } from "../user-sql.ts";

/**
 * Assigns exactly these customers to an account manager.
 * @throws Problem 404 for an unknown user, 422 if the user is not an account manager or an id is not a customer
 */
export const assignCustomers = command({
  name: "users.assign_customers",
  errors: ["not_found"],
  async run({ ctx, input }: CommandCall<{ salesUid: string; customerUids: string[] }>) {
    const { tx, audit, clock } = ctx;
    const { salesUid } = input;
    const wanted = [...new Set(input.customerUids)].sort();
    const manager = await lockUser(tx, salesUid);
    if (!manager) throw notFound();
    if (manager.role !== "sales") throw invalid({ uid: ["assign.not_manager"] });
    if ((await countCustomers(tx, wanted)) !== wanted.length) {
      throw invalid({ customerIds: ["assign.not_customers"] });
    }
    const ended = await deleteAssignmentsExcept(tx, salesUid, wanted);
    const started = await insertAssignments(tx, salesUid, wanted, clock.now());
    if (ended.length + started.length === 0) audit.unchanged("the same customers as before");
    await audit.record(
      ...auditOfAssignments("customer_unassigned", ended),
      ...auditOfAssignments("customer_assigned", started),
    );
    return { customerIds: wanted };
  },
});
