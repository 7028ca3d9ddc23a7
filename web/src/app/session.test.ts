import type { User } from "@litfass/contract/users/users";
import { expect, test, vi } from "vitest";
import { currentUser, onUserChange, setUser } from "../api/session.ts";

test("[STATE-016] the session holds a signed-in user or none", () => {
  const heard = vi.fn();
  const stop = onUserChange(heard);
  expect(currentUser()).toBeNull();
  setUser({ uid: "user123456" } as User);
  expect(currentUser()?.uid).toBe("user123456");
  setUser(null);
  setUser(null);
  expect(currentUser()).toBeNull();
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
});
