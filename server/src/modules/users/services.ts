import type { WriteTransaction } from "@litfass/platform/postgres/postgres";
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

/** Dependencies of this module's commands beyond the platform. */
export type UserServices = { identityHooks: IdentityHooks };

declare module "@litfass/platform/command/command" {
  interface CommandServices extends UserServices {}
}
