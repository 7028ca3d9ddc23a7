import type { BannerItem } from "@litfass/banner/feed-item";
import type { CampaignType } from "@litfass/contract/campaigns/campaigns";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { CommandContext } from "@litfass/platform/command/command";
import type { Database, Transaction } from "@litfass/platform/postgres/postgres";

/** What this module needs to know about a campaign. */
export type CampaignFacts = {
  id: number;
  ownerUid: string;
  status: string;
  type: CampaignType;
  language: string | null;
  destinationUrl: string | null;
  creativeGroup: string | null;
};

/** What a page without sign-in shows of a campaign. */
export type PreviewedCampaign = Pick<CampaignFacts, "id" | "type" | "language" | "destinationUrl"> & {
  timeZone: string;
  /** The first product of its feed. */
  item: BannerItem | null;
};

/**
 * Access to campaigns, injected by the process, because the campaigns module depends on this one. Both throw 403 for
 * another user's campaign and 404 for an unknown one; `lock` locks it until the transaction ends.
 */
export type CampaignAccess = {
  get(db: Database | Transaction, caller: Caller, id: number): Promise<CampaignFacts>;
  lock(tx: Transaction, caller: Caller, id: number): Promise<CampaignFacts>;
  /** Records a change of a locked campaign's banners in its history. */
  recordContent(
    ctx: CommandContext,
    id: number,
    was: Record<string, unknown>,
    is: Record<string, unknown>,
  ): Promise<void>;
  /** For anyone who has the campaign's preview link; null once it is archived or its owner may no longer sign in. */
  preview(db: Database, id: number, now: Date): Promise<PreviewedCampaign | null>;
};

/** The campaign with the creatives shared by a bulk campaign; 403 and 404 as above. */
export type PatternOf = (db: Database, caller: Caller, bulkCampaign: number) => Promise<CampaignFacts>;

/**
 * Whether banners and video may still be changed. In a started campaign a change is shown only after it was submitted
 * and, if needed, approved.
 */
export const mayChangeContent = ({ status }: Pick<CampaignFacts, "status">): boolean =>
  status === "DRAFT" || status === "ACTIVE" || status === "PAUSED";
