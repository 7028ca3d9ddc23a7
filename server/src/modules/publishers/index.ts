import type { AnyCommand } from "@litfass/platform/command/command";
import { changeShare, createPublisher, updatePublisher } from "./change-publisher.ts";
import { releasePayouts } from "./payouts/release-block.ts";
import { createPlacement, removeFallbackAd, saveFallbackAd, updatePlacement } from "./placements/change-placements.ts";
import { checkSiteAgain, claimSite, withdrawSite } from "./sites/change-sites.ts";
import { recordSiteCheck } from "./sites/check-sites.ts";
import { approveStatement } from "./statements/approve-statement.ts";
import { changePayee } from "./statements/change-payee.ts";
import { issueStatement } from "./statements/issue-statements.ts";
import { closePayment, createPayment } from "./statements/pay-statements.ts";

/** Public interface of the publishers module. */

export { createPublisher } from "./change-publisher.ts";
export { openPublisherOf } from "./open-publisher-sql.ts";
export { waitingPayouts } from "./payouts/block-sql.ts";
export {
  findPayout,
  findPayoutsBy,
  lockPayouts,
  noteEntryOf,
  type PayoutRow,
} from "./payouts/payout-sql.ts";
export { payoutPairs } from "./payouts/reconcile-payouts-sql.ts";
export {
  closeSettledPayment,
  executePayout,
  rejectPayout,
  returnPayout,
} from "./payouts/settle-payouts.ts";
export { createPlacement } from "./placements/change-placements.ts";
export { payeesOfPlacements } from "./placements/placement-sql.ts";
export { placementsOfOwner } from "./placements/placements-of-owner.ts";
export { addAdUnitFigures } from "./report/ad-unit-figures-sql.ts";
export { publisherRoutes } from "./routes.ts";
export { claimSite } from "./sites/change-sites.ts";
export { recordSiteCheck } from "./sites/check-sites.ts";
export { payeesOfSites } from "./sites/payees-of-sites-sql.ts";
export { approveStatement } from "./statements/approve-statement.ts";
export { changePayee } from "./statements/change-payee.ts";
export { issueStatements } from "./statements/issue-statements.ts";
export { closePayment, createPayment } from "./statements/pay-statements.ts";
export { statementsOfOwner } from "./statements/statements-of-owner.ts";

export const publisherCommands: readonly AnyCommand[] = [
  createPublisher,
  updatePublisher,
  changeShare,
  claimSite,
  checkSiteAgain,
  withdrawSite,
  recordSiteCheck,
  createPlacement,
  updatePlacement,
  saveFallbackAd,
  removeFallbackAd,
  changePayee,
  issueStatement,
  approveStatement,
  createPayment,
  closePayment,
  releasePayouts,
];
