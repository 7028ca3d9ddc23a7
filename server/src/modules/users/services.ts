import type { LineOfBusiness } from "@litfass/contract/campaigns/lines-of-business";
import type { Currency } from "@litfass/contract/kernel/money";
import type { CommandContext } from "@litfass/platform/command/command";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import type { UserRow } from "./tables.ts";

/** Identity changes when staff change or invite a user. */
export type IdentityHooks = {
  /** Changes the sign-in address. False if another identity has it. */
  changeEmail(tx: WriteTransaction, uid: string, email: string): Promise<boolean>;
  /** Ends every session of the user. */
  endSessions(tx: WriteTransaction, uid: string): Promise<void>;
  /**
   * Prepares the identity of an invited user. Returns the invitation link, or null if another identity has the
   * address.
   */
  prepareInvitation(tx: WriteTransaction, user: UserRow): Promise<string | null>;
  /** Mails the invitation with its link. */
  mailInvitation(user: UserRow, link: string): Promise<void>;
  /** Mails a link to verify the address. */
  mailVerification(user: UserRow): Promise<void>;
};

/** Money of a user whose currency changes with the country. */
export type CurrencyHooks = {
  /** Whether money of the user is in use in this currency; then the currency cannot change. */
  hasMoneyInUse(db: Executor, uid: string, currency: Currency, now: Date): Promise<boolean>;
  /** Converts campaigns that were never started; their budgets keep their figures. */
  changeDrafts(tx: WriteTransaction, uid: string, currency: Currency): Promise<void>;
};

/** Campaigns of an account that declares another line of business. */
export type LineHooks = {
  /** Submits running campaigns to the reviewers if staff's policy asks for it. */
  reviewRunning(ctx: CommandContext, uid: string, line: LineOfBusiness): Promise<void>;
};

/** Dependencies of this module's commands beyond the platform. */
export type UserServices = { identityHooks: IdentityHooks; currencyHooks: CurrencyHooks; lineHooks: LineHooks };

declare module "@litfass/platform/command/command" {
  interface CommandServices extends UserServices {}
}
