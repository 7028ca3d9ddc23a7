import type { CommandContext, MoneyEffect } from "./command.ts";

export type PendingApproval = { approvalId: number; requestedAt: Date };

/** Decides whether money needs a second person. Implemented by billing; the executor calls it before a command runs. */
export type ApprovalPolicy = {
  /**
   * null: the command may run now. Otherwise the request was stored, with an audit entry, in the same transaction.
   * `input` is the command's input once someone else approves.
   */
  holdBack(
    ctx: CommandContext,
    request: { command: string; input: unknown; effect: MoneyEffect },
  ): Promise<PendingApproval | null>;
};
