import type { Platform } from "@litfass/platform/platform";
import { forgetSavedCards, outstandingOf } from "../modules/billing/index.ts";
import { countUnsettled } from "../modules/campaigns/index.ts";
import { type ConnectionContext, disconnectAll } from "../modules/connections/index.ts";
import type { ClosingParts } from "../modules/identity/index.ts";
import { openPublisherOf } from "../modules/publishers/index.ts";
import { endSharing } from "../modules/reporting/index.ts";

const leaveJob = "account.leave-services";

/** Disconnects the services of a closed account, outside the transaction that closed it. */
export function closingJobs(platform: Platform, connections: ConnectionContext): void {
  platform.jobs.work<{ uid: string }>(leaveJob, async ({ uid }) => {
    await disconnectAll(connections, uid);
    await forgetSavedCards(platform, uid);
  });
}

/** Other modules' reports about an account to be closed, and the data they release with it. */
export function closingParts(platform: Platform): ClosingParts {
  return {
    async openMatters(db, uid) {
      const { running, settling } = await countUnsettled(db, uid);
      const { balances, openOrders } = await outstandingOf(db, uid);
      const publisher = await openPublisherOf(db, uid);
      return { running_campaigns: running, settling_campaigns: settling, balances, open_orders: openOrders, publisher };
    },
    async leaveServices(tx, uid) {
      await endSharing(tx, uid);
      await platform.jobs.send(leaveJob, { uid }, { tx, singletonKey: uid });
    },
  };
}
