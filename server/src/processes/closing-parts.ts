import type { Platform } from "@litfass/platform/platform";
import { forgetSavedCards, outstandingOf } from "../modules/billing/index.ts";
import { countUnsettled } from "../modules/campaigns/index.ts";
import { disconnectAll, type openConnections } from "../modules/connections/index.ts";
import type { ClosingParts } from "../modules/identity/index.ts";
import { endSharing } from "../modules/reporting/index.ts";

const leaveJob = "account.leave-services";

/** What other rooms say of an account that is to be closed, and what they give up with it. */
export function closingParts(platform: Platform, connections: ReturnType<typeof openConnections>): ClosingParts {
  platform.jobs.work<{ uid: string }>(leaveJob, async ({ uid }) => {
    await disconnectAll(connections, uid);
    await forgetSavedCards(platform, uid);
  });
  return {
    async openMatters(db, uid) {
      const { running, settling } = await countUnsettled(db, uid);
      const { balances, openOrders } = await outstandingOf(db, uid);
      return { running_campaigns: running, settling_campaigns: settling, balances, open_orders: openOrders };
    },
    async leaveServices(tx, uid) {
      await endSharing(tx, uid);
      await platform.jobs.send(leaveJob, { uid }, { tx, singletonKey: uid });
    },
  };
}
