import type { AnyCommand } from "@litfass/platform/command/command";
import { createExecutor, type Execute } from "@litfass/platform/command/execute";
import type { Platform } from "@litfass/platform/platform";
import { approvalPolicy } from "./approvals/approval-policy.ts";
import { approveMoney, rejectMoney } from "./approvals/decide-approval.ts";
import { changeOrder, changeOrderStatus, deleteOrder, openOrder } from "./orders/order-commands.ts";
import type { CardProcessor } from "./payments/card-processor.ts";
import { setSubscription } from "./plans/set-subscription.ts";
import { type BillingServices, billingServices } from "./services.ts";
import { makeTransaction } from "./transactions/make-transaction.ts";
import { payRefundByBank } from "./transactions/pay-refund-by-bank.ts";
import { refundTransaction } from "./transactions/refund-transaction.ts";
import { setMaxBalance } from "./transactions/set-max-balance.ts";

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
