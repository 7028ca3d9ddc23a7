import type { Closing } from "@litfass/contract/identity/own-account";
import type { CommandContext } from "@litfass/platform/command/command";
import { sourceOf } from "@litfass/platform/config/network";
import type { MailContent } from "@litfass/platform/mail/mail-content";
import type { Platform } from "@litfass/platform/platform";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { createKnownNetworks, type KnownNetworks } from "./known-networks.ts";
import { countAttempt, counterKey, createCounter } from "./limits.ts";
import { createLockout, type Lockout } from "./lockout.ts";
import { deliverMail } from "./mail-delivery.ts";
import { createMailLimits, type MailLimits } from "./mail-limits.ts";
import { createSigningKeys, type SigningKeys } from "./protocol/signing-keys.ts";
import { tooManyAttempts } from "./protocol/wire-error.ts";
import { createSocialProviders, type ProviderClient, type SocialProvider } from "./providers/social-provider.ts";
import { createSecondFactorGuard, type SecondFactorGuard } from "./second-factor/check-second-factor.ts";

/** Name of the built-in identity provider in `user_identities`, and its project id in the API. */
export const builtInProvider = "litfass";

/** Dependencies of the identity module's calls and commands. */
export type IdentityService = {
  platform: Platform;
  keys: SigningKeys;
  lockout: Lockout;
  mailLimits: MailLimits;
  /** How many addresses one network can check for accounts: 100 in 15 minutes. */
  probes: NetworkLimit;
  /** How many accounts one network can open: 200 in 15 minutes. Hashing their passwords is expensive. */
  signUps: NetworkLimit;
  knownNetworks: KnownNetworks;
  /** The client of a social provider, or null if it is not configured. */
  social(name: SocialProvider): Promise<ProviderClient | null>;
  secondFactor: SecondFactorGuard;
  /** Sends a mail with the operator's name, by a job if the mail server is down: no call fails because of it. */
  sendMail(to: string, content: MailContent): Promise<void>;
  projectId: string;
  /** Issuer of its ID tokens. */
  issuer: string;
};

/** Hooks of other modules for closing an account. */
export type ClosingParts = {
  openMatters(db: Executor, uid: string): Promise<Omit<Closing, "can_close">>;
  /** Queues, with the transaction, the jobs that release the account's external data. */
  leaveServices(tx: WriteTransaction, uid: string): Promise<void>;
};

/** Dependencies of this module's commands beyond the platform. */
export type IdentityServices = { identity: IdentityService; closing: ClosingParts };
export type IdentityContext = CommandContext<IdentityServices>;

declare module "@litfass/platform/command/command" {
  interface CommandServices extends IdentityServices {}
}

/** Issuer of the built-in provider's tokens: a URL below the site's, so that it is unique to the installation. */
export const builtInIssuer = (publicUrl: string): string =>
  `${publicUrl}/securetoken.googleapis.com/${builtInProvider}`;

export const createIdentityService = (platform: Platform): IdentityService => ({
  platform,
  keys: createSigningKeys(platform),
  lockout: createLockout(platform),
  mailLimits: createMailLimits(platform),
  probes: createNetworkLimit(platform, "account-probe", 100),
  signUps: createNetworkLimit(platform, "sign-up-from", 200),
  knownNetworks: createKnownNetworks(platform),
  social: createSocialProviders(platform),
  secondFactor: createSecondFactorGuard(platform),
  sendMail: (to, content) => deliverMail(platform, to, content),
  projectId: builtInProvider,
  issuer: builtInIssuer(platform.config.publicUrl),
});

const quarterHourSeconds = 15 * 60;

/** A limit of one network in 15 minutes. */
type NetworkLimit = {
  /** @throws WireError TOO_MANY_ATTEMPTS_TRY_LATER if the network has reached its limit. Counts nothing. */
  check(address: string): Promise<void>;
  /** Counts one use. @throws like `check` */
  count(address: string): Promise<void>;
};

function createNetworkLimit(platform: Pick<Platform, "db">, name: string, limit: number): NetworkLimit {
  const counter = createCounter(platform, name, limit, quarterHourSeconds);
  return {
    async check(address) {
      const used = await counter.get(counterKey(sourceOf(address)));
      if (used && used.consumedPoints >= limit) throw tooManyAttempts();
    },
    async count(address) {
      if ((await countAttempt(counter, sourceOf(address))) !== null) throw tooManyAttempts();
    },
  };
}
