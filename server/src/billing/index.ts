export { bookPlan, subscriptionOf } from "./book-plan.ts";
export { budgetOf } from "./budget.ts";
export { type ConsumeSpend, consumeSpend } from "./consume-spend.ts";
export { type Credit, creditGuarantee, creditManually, creditSubsidy, topUpByCard } from "./credit.ts";
export { InsufficientFunds } from "./ledger.ts";
export { postEntry, spentOnCampaigns } from "./ledger-sql.ts";
export { type ReleaseReservation, releaseReservation } from "./release-reservation.ts";
export { type ReserveBudget, reserveBudget } from "./reserve-budget.ts";
export { type BillingDependencies, billingRoutes } from "./routes.ts";
