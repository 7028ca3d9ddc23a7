export { currencyOf } from "./currency.ts";
export { type Identity, newUid, openUser, syncIdentity } from "./open-user.ts";
export { type AccountReaders, obstacleOf, presentUser } from "./present-user.ts";
export { uidsWithinReach } from "./reach-sql.ts";
export { userRoutes } from "./routes.ts";
export { customerAssignments, type UserRow, userIdentities, users } from "./tables.ts";
export { mayNotSignIn } from "./user.ts";
export {
  findSubject,
  findUser,
  findUserBySubject,
  insertIdentity,
  insertUser,
  isEmailTaken,
  updateUser,
  verifyEmail,
} from "./user-sql.ts";
