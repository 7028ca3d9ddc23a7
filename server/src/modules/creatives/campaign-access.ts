import type { Caller } from "@litfass/contract/kernel/roles";
import type { Database, Transaction } from "@litfass/platform/postgres/postgres";

/** What this module needs to know about a campaign. */
export type CampaignFacts = {
  id: number;
  ownerUid: string;
  status: string;
  language: string | null;
  destinationUrl: string | null;
  creativeGroup: string | null;
};

/**
 * Campaigns within a caller's reach, handed in by the process, because the campaigns module builds on this one.
 * Both throw 403 for somebody else's campaign and 404 for an unknown one; `lock` holds it until the transaction ends.
 */
export type CampaignAccess = {
  get(db: Database | Transaction, caller: Caller, id: number): Promise<CampaignFacts>;
  lock(tx: Transaction, caller: Caller, id: number): Promise<CampaignFacts>;
};

/** The campaign that holds what a bulk campaign's creatives show; 403 and 404 as above. */
export type PatternOf = (db: Database, caller: Caller, bulkCampaign: number) => Promise<CampaignFacts>;

/**
 * Whether banners and video may still be changed. In a started campaign a change is shown only once it was submitted, and
 * approved where that is needed.
 */
export const mayChangeContent = ({ status }: Pick<CampaignFacts, "status">): boolean =>
  status === "DRAFT" || status === "ACTIVE" || status === "PAUSED";
