import { userStatus } from "@litfass/contract/kernel/roles";
import { useTranslation } from "../../i18n/use-translation.ts";
import { State, type StateShape } from "../../ui/feedback/state.tsx";

const states: Record<number, [StateShape, "invited" | "active" | "disabled" | "archived"]> = {
  [userStatus.invited]: ["waiting", "invited"],
  [userStatus.active]: ["on", "active"],
  [userStatus.disabled]: ["rejected", "disabled"],
  [userStatus.archived]: ["ended", "archived"],
};

/** The state of an account; without a status the profile was never completed. */
export function UserState({ status }: { status: number | null }) {
  const { t } = useTranslation("users-admin");
  const [shape, key] = states[status ?? 0] ?? (["draft", "unfilled"] as const);
  return <State shape={shape}>{t(`status.${key}`)}</State>;
}
