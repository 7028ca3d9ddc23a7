import type { signInProviders } from "@litfass/contract/users/users";

export type SocialProvider = Exclude<(typeof signInProviders)[number], "password">;

/** The message posted by a social sign-in window: the provider's tokens. */
export type SocialAnswer = {
  type: "litfass:social";
  provider: SocialProvider;
  id_token?: string;
  access_token?: string;
  nonce?: string;
  /** Set instead of tokens after a failure or refusal. */
  error?: string;
};

/** Size of the window (CONST-045). */
export const socialWindow = { width: 500, height: 600 };

/** The features of a window centered on the screen. */
export function windowFeatures(screen: { width: number; height: number }): string {
  const left = Math.max(0, Math.round((screen.width - socialWindow.width) / 2));
  const top = Math.max(0, Math.round((screen.height - socialWindow.height) / 2));
  return `popup,width=${socialWindow.width},height=${socialWindow.height},left=${left},top=${top}`;
}

const closedPollMs = 500;

/**
 * Opens the provider's sign-in in a separate window via the server's redirect and waits for its message. Resolves to
 * null if the window was closed or blocked.
 */
export function askProvider(provider: SocialProvider): Promise<SocialAnswer | null> {
  const opened = window.open(`/api/v1/auth/social/${provider}`, "litfass-sign-in", windowFeatures(window.screen));
  if (!opened) return Promise.resolve(null);
  return new Promise((resolve) => {
    let wasClosed = false;
    const timer = setInterval(() => {
      // The answer of a window that has closed may not have arrived yet.
      if (wasClosed) finish(null);
      wasClosed = opened.closed;
    }, closedPollMs);
    function finish(answer: SocialAnswer | null): void {
      clearInterval(timer);
      window.removeEventListener("message", listen);
      resolve(answer);
    }
    function listen(event: MessageEvent<Partial<SocialAnswer> | null>): void {
      if (event.origin !== window.location.origin || event.source !== opened) return;
      if (event.data?.type !== "litfass:social" || event.data.provider !== provider) return;
      opened?.close();
      finish(event.data as SocialAnswer);
    }
    window.addEventListener("message", listen);
  });
}
