import { useTranslation } from "../../i18n/use-translation.ts";
import { Note } from "../../ui/feedback/note.tsx";
import type { SignInProblem } from "./sign-in-problem.ts";

/** Why the sign-in did not work. */
export function SignInNote({ problem }: { problem: SignInProblem | null }) {
  const { t } = useTranslation("identity");
  return problem && <Note tone="error">{t(`problems.${problem}`)}</Note>;
}
