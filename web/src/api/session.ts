import type { User } from "@litfass/contract/users/users";
import { useSyncExternalStore } from "react";

/** The session holds a signed-in user or none (STATE-016). */
let user: User | null = null;
const listeners = new Set<() => void>();

export const currentUser = (): User | null => user;

/** Stores the user returned by the server; null signs out. */
export function setUser(next: User | null): void {
  if (next === user) return;
  user = next;
  for (const listener of listeners) listener();
}

export function onUserChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The signed-in user, or null on the sign-in screens. */
export const useUser = (): User | null => useSyncExternalStore(onUserChange, currentUser);

/** The signed-in user on screens that only a signed-in user reaches. */
export function useSignedInUser(): User {
  const signedIn = useUser();
  if (!signedIn) throw new Error("This screen needs a signed-in user");
  return signedIn;
}
