import type { WriteTransaction } from "@litfass/platform/postgres/postgres";

/** Entries of one setting of the target group, by their ids. */
export type Selection = { setting: "whitelists" | "blocklists" | "audiences" | "deal_ids"; ids: number[] };

/**
 * The campaigns that selected lists, audiences or deals. Implemented by the campaigns module, because targeting and supply
 * do not know campaigns.
 */
export type SelectingCampaigns = {
  /** Whether a draft or a started, not ended campaign selected one of the entries. */
  isSelected(tx: WriteTransaction, selection: Selection): Promise<boolean>;
  /** Republishes the running campaigns that selected one of the entries with the current content. */
  republish(tx: WriteTransaction, selection: Selection, now: Date): Promise<void>;
};

/** Dependencies of targeting's commands beyond the platform. */
export type TargetingServices = { selectingCampaigns: SelectingCampaigns };

declare module "@litfass/platform/command/command" {
  interface CommandServices extends TargetingServices {}
}
