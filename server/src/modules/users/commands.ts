import type { AnyCommand } from "@litfass/platform/command/command";
import { recordAuditExport } from "./audit/export-audit.ts";
import { acceptTerms } from "./profile/accept-terms.ts";
import { replaceLogo, saveLanguage, saveProfile } from "./profile/save-profile.ts";
import { assignCustomers, assignManagers } from "./staff/assign-customers.ts";
import { changeProfile, changeUser, restoreUser } from "./staff/change-user.ts";
import { inviteUser } from "./staff/invite-user.ts";

/** Every command of users. */
export const userCommands: readonly AnyCommand[] = [
  saveProfile,
  acceptTerms,
  saveLanguage,
  replaceLogo,
  changeUser,
  changeProfile,
  restoreUser,
  inviteUser,
  assignCustomers,
  assignManagers,
  recordAuditExport,
];
