export { uidsWithinReach } from "./access-reach-sql.ts";
export { insertAssignments } from "./assignment-sql.ts";
export { recordUserChange } from "./audit/user-audit.ts";
export { userCommands } from "./commands.ts";
export { currencyOf } from "./currency.ts";
export { type OfferingServices, requireOffered } from "./offered-language.ts";
export { type AccountReaders, accountRestriction, presentUser } from "./present-user.ts";
export { declareFirstLine } from "./profile/declare-line.ts";
export { closeUser, type Identity, newUid, openUser, syncIdentity } from "./profile/user-lifecycle.ts";
export { userRoutes } from "./routes.ts";
export type { IdentityHooks, UserServices } from "./services.ts";
export { addInvitedUser } from "./staff/invite-user.ts";
export { waitingNewcomers } from "./staff/newcomers-sql.ts";
export { staffUserRoutes } from "./staff/staff-routes.ts";
export { findReachableUser } from "./staff/user-list-sql.ts";
export { customerAssignments, type UserRow, userIdentities, users } from "./tables.ts";
export { hasAccepted, withdrawAcceptances } from "./terms-sql.ts";
export { mayNotSignIn } from "./user.ts";
export {
  currenciesOfCustomers,
  currencyOfUid,
  findOpenUserByEmail,
  findSubject,
  findUser,
  findUserByEmail,
  findUserBySubject,
  findUsers,
  firstAccountAt,
  hasSuperAdmin,
  insertIdentity,
  insertUser,
  isEmailTaken,
  listByRole,
  lockUser,
  namesForStaff,
  namesOf,
  updateUser,
  verifyEmail,
} from "./user-sql.ts";
