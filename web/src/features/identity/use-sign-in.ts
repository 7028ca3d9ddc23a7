import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { call } from "../../api/api.ts";
import { ApiError } from "../../api/api-error.ts";
import { enterSession } from "../../api/enter-session.ts";
import { problemOf, type SignInProblem } from "./sign-in-problem.ts";
import { askProvider, type SocialProvider } from "./social-window.ts";

/** Runs a sign-in and stores its error; on success the guard redirects or login continues with the second factor. */
export function useSignIn() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const [busy, setBusy] = useState(false);

  /** The second step keeps the rest of the query, which may hold the address to return to. */
  function askForCode(): void | Promise<void> {
    const query = new URLSearchParams(search);
    query.set("step", "code");
    return navigate(`/login?${query}`);
  }

  async function run(tokenOf: () => Promise<string | null>): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      const token = await tokenOf();
      if (token !== null) await signInWith(async () => token);
    } catch (error) {
      if (error instanceof ApiError && error.code === "second_factor_needed") await askForCode();
      else setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  }

  return {
    problem,
    busy,
    withPassword: (email: string, password: string) =>
      run(async () => (await import("./firebase.ts")).signInWithPassword(email, password)),
    signUp: (email: string, password: string) =>
      run(async () => (await import("./firebase.ts")).signUpWithPassword(email, password)),
    withProvider: (provider: SocialProvider) =>
      run(async () => {
        const answer = await askProvider(provider);
        if (!answer) return null;
        if (answer.error) throw Object.assign(new Error(answer.error), { code: answer.error });
        return await (await import("./firebase.ts")).signInWithSocial(answer);
      }),
  };
}

/**
 * Exchanges an identity token for a session (STATE-017). A rejection (403) also ends the session at the identity
 * provider (STATE-020).
 */
async function signInWith(tokenOf: () => Promise<string>): Promise<void> {
  const fb_token = await tokenOf();
  try {
    await enterSession(await call("signIn", { body: { fb_token } }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) {
      const { signOutIdentity } = await import("./firebase.ts");
      await signOutIdentity();
    }
    throw error;
  }
}
