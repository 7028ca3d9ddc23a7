import type { WriteTransaction } from "@litfass/platform/postgres/postgres";

/** Entries of one setting of the target group, by their ids. */
export type Selection = { setting: "whitelists" | "blocklists" | "audiences"; ids: number[] };

/**
 * The campaigns that selected lists or audiences. Implemented by the campaigns module, because targeting does not
 * know campaigns.
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
