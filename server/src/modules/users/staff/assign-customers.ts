import { isCustomer } from "@litfass/contract/kernel/roles";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { invalid, notFound } from "@litfass/platform/problem";
import {
  type AssignedPair,
  deleteAssignmentsExcept,
  deleteManagersExcept,
  insertAssignments,
} from "../assignment-sql.ts";
import { auditOfAssignments } from "../audit/user-audit.ts";
import { countCustomers, findUsers, lockUser } from "../user-sql.ts";

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

/**
 * Assigns exactly these account managers to a customer.
 * @throws Problem 404 for an unknown user, 422 if the user is not a customer or an id is not an account manager
 */
export const assignManagers = command({
  name: "users.assign_managers",
  errors: ["not_found"],
  async run({ ctx, input }: CommandCall<{ customerUid: string; managerUids: string[] }>) {
    const { tx, audit, clock } = ctx;
    const { customerUid } = input;
    const wanted = [...new Set(input.managerUids)].sort();
    const customer = await lockUser(tx, customerUid);
    if (!customer) throw notFound();
    if (!isCustomer(customer.role)) throw invalid({ uid: ["assign.not_customers"] });
    const managers = await findUsers(tx, wanted);
    if (wanted.some((uid) => managers.get(uid)?.role !== "sales")) {
      throw invalid({ managerIds: ["assign.not_manager"] });
    }
    const ended = await deleteManagersExcept(tx, customerUid, wanted);
    const started: AssignedPair[] = [];
    for (const uid of wanted) started.push(...(await insertAssignments(tx, uid, [customerUid], clock.now())));
    if (ended.length + started.length === 0) audit.unchanged("the same account managers as before");
    await audit.record(
      ...auditOfAssignments("customer_unassigned", ended),
      ...auditOfAssignments("customer_assigned", started),
    );
    return { managerIds: wanted };
  },
});
