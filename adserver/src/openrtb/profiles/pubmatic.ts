import { list } from "../../kernel/coerce.ts";
import type { ProfileRules } from "./profile.ts";

/**
 * PubMatic: a bid without `adomain`, `cid`, `crid`, `seat`, `iurl` or `attr` does not take part, and only the first
 * element of `adomain` and `attr` is read.
 */
export const pubmatic: ProfileRules = {
  accountIsSeat: true,
  needsPicture: true,
  shape: (members) => ({ ...members, attr: list(members.attr, 1) }),
};
