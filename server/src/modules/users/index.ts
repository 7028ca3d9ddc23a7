export { currencyOf } from "./currency.ts";
export { type AccountReaders, obstacleOf, presentUser } from "./present-user.ts";
export { closeUser } from "./profile/close-user.ts";
export { type Identity, newUid, openUser, syncIdentity } from "./profile/open-user.ts";
export { uidsWithinReach } from "./reach-sql.ts";
export { userRoutes } from "./routes.ts";
export type { IdentityHooks } from "./staff/change-user.ts";
export { addInvitedUser } from "./staff/invite-user.ts";
export { staffUserRoutes } from "./staff/staff-routes.ts";
export { findReachableUser } from "./staff/user-list-sql.ts";
export { customerAssignments, type UserRow, userIdentities, users } from "./tables.ts";
export { mayNotSignIn } from "./user.ts";
export {
  findSubject,
  findUser,
  findUserBySubject,
  findUsers,
  hasSuperAdmin,
  insertIdentity,
  insertUser,
  isEmailTaken,
  listByRole,
  lockUser,
  namesOf,
  updateUser,
  verifyEmail,
} from "./user-sql.ts";
