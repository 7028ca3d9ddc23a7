import type { AnyCommand } from "../platform/command/command.ts";
import { createExecutor, type Execute } from "../platform/command/execute.ts";
import type { Platform } from "../platform/platform.ts";
import { approvalPolicy } from "./approval-policy.ts";
import type { CardProcessor } from "./card-processor.ts";
import { approveMoney, rejectMoney } from "./decide-approval.ts";
import { makeTransaction } from "./make-transaction.ts";
import { changeOrder, changeOrderStatus, deleteOrder, openOrder } from "./order-commands.ts";
import { payRefundByBank } from "./pay-refund-by-bank.ts";
import { refundTransaction } from "./refund-transaction.ts";
import { type BillingServices, billingServices } from "./services.ts";
import { setMaxBalance } from "./set-max-balance.ts";
import { setSubscription } from "./set-subscription.ts";

/** Every command of billing. */
export const billingCommands: readonly AnyCommand[] = [
  makeTransaction,
  refundTransaction,
  setSubscription,
  setMaxBalance,
  openOrder,
  changeOrder,
  changeOrderStatus,
  deleteOrder,
  approveMoney,
  rejectMoney,
  payRefundByBank,
];

/** An executor for billing alone: for the demo's past, which is told on a platform of its own. */
export const billingExecutor = (platform: Platform, cards?: CardProcessor): Execute<BillingServices> =>
  createExecutor(platform, billingServices(platform, cards), { commands: billingCommands, approvals: approvalPolicy });
