import type { WriteTransaction } from "@litfass/platform/postgres/postgres";

/** Entries of one setting of the target group, by their ids. */
export type Selection = { setting: "whitelists" | "blocklists" | "audiences"; ids: number[] };

/**
 * The campaigns that selected lists or audiences. The campaigns module implements it: targeting knows what can be
 * selected, not who selected it.
 */
export type SelectingCampaigns = {
  /** Whether a campaign that is a draft or has started and not ended selected one of the entries. */
  isSelected(tx: WriteTransaction, selection: Selection): Promise<boolean>;
  /** Publishes the running campaigns that selected one of the entries again, with what the entries hold now. */
  republish(tx: WriteTransaction, selection: Selection, now: Date): Promise<void>;
};

/** What the commands of targeting need beyond the platform. */
export type TargetingServices = { selectingCampaigns: SelectingCampaigns };

declare module "@litfass/platform/command/command" {
  interface CommandServices extends TargetingServices {}
}
