import type { CommandContext, MoneyEffect } from "./command.ts";

export type PendingApproval = { approvalId: number; requestedAt: Date };

/** Decides whether money needs a second person. Billing implements it; the executor asks before a command runs. */
export type ApprovalPolicy = {
  /**
   * null: the command may run now. Otherwise the request was kept, with an audit entry, in the same transaction.
   * `input` is what the command is to be run with once somebody else approves.
   */
  holdBack(
    ctx: CommandContext,
    request: { command: string; input: unknown; effect: MoneyEffect },
  ): Promise<PendingApproval | null>;
};
