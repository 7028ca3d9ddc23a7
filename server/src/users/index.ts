export type { IdentityHooks } from "./change-user.ts";
export { closeUser } from "./close-user.ts";
export { currencyOf } from "./currency.ts";
export { addInvitedUser } from "./invite-user.ts";
export { type Identity, newUid, openUser, syncIdentity } from "./open-user.ts";
export { type AccountReaders, obstacleOf, presentUser } from "./present-user.ts";
export { uidsWithinReach } from "./reach-sql.ts";
export { userRoutes } from "./routes.ts";
export { staffUserRoutes } from "./staff-routes.ts";
export { customerAssignments, type UserRow, userIdentities, users } from "./tables.ts";
export { mayNotSignIn } from "./user.ts";
export { findReachableUser } from "./user-list-sql.ts";
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
