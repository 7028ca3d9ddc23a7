import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { byRole } from "../kernel/who.ts";

/** What an operator sets up before customers can buy, in the order in which it is done. */
export const launchChecks = [
  "origins",
  "brand",
  "company",
  "prices",
  "legal",
  "mail",
  "cards",
  "exchanges",
  "rates",
  "approvers",
] as const;
export type LaunchCheck = (typeof launchChecks)[number];

/** `missing`: customers cannot buy, or ads do not run. `attention`: they can, but the operator should look at it. */
export const launchStatuses = ["ready", "attention", "missing"] as const;

const operators = byRole({ super_admin: "all" });

export const launchChecklistEndpoints = {
  showLaunchChecklist: endpoint({
    method: "GET",
    path: "/launch-checklist",
    tag: "Operations",
    summary: "Whether this installation is ready to sell: each check with what was found",
    who: operators,
    output: z.array(
      z.object({
        check: z.enum(launchChecks),
        status: z.enum(launchStatuses),
        /** What was found and what to do about it, in the language of the request. */
        finding: z.string(),
      }),
    ),
  }),
};
