import type { AnyCommand } from "@litfass/platform/command/command";
import { createExecutor, type Execute } from "@litfass/platform/command/execute";
import type { Platform } from "@litfass/platform/platform";
import { approvalPolicy } from "./approvals/approval-policy.ts";
import { approveMoney, rejectMoney } from "./approvals/decide-approval.ts";
import { type BillingServices, billingServices } from "./command-services.ts";
import { bookSpend } from "./ledger/book-spend.ts";
import { changeOrder, changeOrderStatus, deleteOrder, openOrder } from "./orders/order-commands.ts";
import { orderPlan } from "./orders/order-plan.ts";
import { beginPayment, failPayment, reopenPayment } from "./payments/begin-payment.ts";
import { markPaymentCancelled } from "./payments/cancel-payment.ts";
import type { CardProcessor } from "./payments/card-processor.ts";
import { answerRefund } from "./payments/card-refund.ts";
import { applyCardEvent } from "./payments/card-webhook.ts";
import { failUnstartedPayments, noteCardRecords } from "./payments/reconcile-cards.ts";
import { forgetCards, keepCardCustomer, setFirstCard } from "./payments/saved-cards.ts";
import { settlePayment } from "./payments/settle-payment.ts";
import { remindSubscriber } from "./plans/remind-subscribers.ts";
import { setSubscription } from "./plans/set-subscription.ts";
import { agreeCustomerPrice } from "./prices/agree-customer-price.ts";
import { endCustomerPrice } from "./prices/end-customer-price.ts";
import { createPromotion } from "./promotions/create-promotion.ts";
import { endPromotion } from "./promotions/end-promotion.ts";
import { redeemPromotion } from "./promotions/redeem-promotion.ts";
import { recordEventLosses } from "./reconciliation/accept-event-loss.ts";
import { keepReconciliation } from "./reconciliation/run-reconciliation.ts";
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
  orderPlan,
  openOrder,
  changeOrder,
  changeOrderStatus,
  deleteOrder,
  approveMoney,
  rejectMoney,
  payRefundByBank,
  beginPayment,
  reopenPayment,
  failPayment,
  settlePayment,
  markPaymentCancelled,
  applyCardEvent,
  answerRefund,
  failUnstartedPayments,
  noteCardRecords,
  keepCardCustomer,
  setFirstCard,
  remindSubscriber,
  keepReconciliation,
  recordEventLosses,
  bookSpend,
  createPromotion,
  endPromotion,
  redeemPromotion,
  agreeCustomerPrice,
  endCustomerPrice,
];

/** An executor for billing alone, outside the API's app, for demo data and tests. */
export const billingExecutor = (platform: Platform, cards?: CardProcessor): Execute<BillingServices> =>
  createExecutor(platform, billingServices(platform, cards), { commands: billingCommands, approvals: approvalPolicy });

/** Deletes the saved cards of a closed account at the card processor; does nothing without a processor. */
export async function forgetSavedCards(platform: Platform, uid: string): Promise<void> {
  const { cards } = billingServices(platform);
  if (cards) await forgetCards({ platform, cards, execute: billingExecutor(platform, cards) }, uid);
}
