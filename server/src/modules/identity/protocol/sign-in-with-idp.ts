import type { Transaction } from "@litfass/platform/postgres/postgres";
import { newUid } from "../../users/index.ts";
import { signInProvidersOf } from "../accounts/account.ts";
import { passOnAccount } from "../accounts/account-identity.ts";
import {
  findAccount,
  findAccountByEmail,
  findProvider,
  insertAccount,
  insertProvider,
  listProviders,
  updateAccount,
} from "../accounts/account-sql.ts";
import { type Claim, claimAccount, tellClaimer } from "../accounts/claim-account.ts";
import { type SocialPerson, socialPersonOf } from "../providers/social-person.ts";
import { type SocialProvider, socialProviders } from "../providers/social-provider.ts";
import type { IdentityService } from "../service.ts";
import { lockAccountOfToken, requireSensitiveSignIn } from "../sessions/sensitive-sign-in.ts";
import type { AccountRow } from "../tables.ts";
import { issueTokens } from "./issue-tokens.ts";
import { oneAddressOneAccount } from "./sign-up.ts";
import { accountOfToken } from "./token-account.ts";
import { WireError } from "./wire-error.ts";
import { required, type WireCall, type WireInput } from "./wire-input.ts";

type Outcome =
  | { kind: "signedIn"; account: AccountRow; isNewUser: boolean; claim?: Claim }
  | { kind: "needsConfirmation"; account: AccountRow }
  | { kind: "linkedElsewhere" };

/**
 * accounts:signInWithIdp. Signs in, or up, with a social provider's credential, or links it to the account of an ID
 * token. An address that belongs to another account is not taken over unless the provider vouches for it: the answer
 * then names the providers that the account has (`needConfirmation`).
 */
export async function signInWithIdp(
  service: IdentityService,
  input: WireInput,
  call: WireCall,
): Promise<Record<string, unknown>> {
  const requestUri = required(input.requestUri, "MISSING_REQUEST_URI");
  const fields = new URLSearchParams(input.postBody ?? "");
  const providerId = fields.get("providerId") ?? "";
  const name = socialProviders.find((provider) => `${provider}.com` === providerId);
  if (!name) {
    const shown = input.postBody ? `?${input.postBody.slice(0, 500)}` : "";
    throw new WireError(`INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: ${requestUri}${shown}`);
  }
  const client = await service.social(name).catch((error: unknown) => {
    service.platform.log.warn({ err: error, provider: name }, "a social provider does not answer");
    throw new WireError("INTERNAL_ERROR", { status: 503, reason: "backendError", grpcStatus: "UNAVAILABLE" });
  });
  if (!client) throw new WireError("OPERATION_NOT_ALLOWED : The identity provider configuration is not found.");
  const credential = {
    idToken: fields.get("id_token"),
    accessToken: fields.get("access_token"),
    nonce: fields.get("nonce"),
  };
  const person = await socialPersonOf(service.platform, client, credential);
  const linkTo = input.idToken ? await accountToLink(service, input.idToken) : null;
  const outcome = await oneAddressOneAccount(() =>
    service.platform.db.transaction((tx) =>
      linkTo ? link(service, tx, linkTo, providerId, person) : enter(service, tx, name, providerId, person),
    ),
  );
  const answer = { ...presentPerson(name, providerId, person), ...presentCredential(credential) };
  if (outcome.kind === "linkedElsewhere") {
    if (!input.returnIdpCredential) throw new WireError("FEDERATED_USER_ID_ALREADY_LINKED");
    return { ...answer, errorMessage: "FEDERATED_USER_ID_ALREADY_LINKED" };
  }
  const { account } = outcome;
  if (outcome.kind === "needsConfirmation") {
    const has = signInProvidersOf(account, await listProviders(service.platform.db, account.localId));
    const verifiedProvider = has.map((one) => (one === "password" ? one : `${one}.com`));
    return { ...answer, needConfirmation: true, localId: account.localId, verifiedProvider };
  }
  if (outcome.claim) await tellClaimer(service, outcome.claim, call.lang);
  return {
    ...answer,
    ...(outcome.isNewUser ? { isNewUser: true } : {}),
    localId: account.localId,
    ...(await issueTokens(service, service.platform.db, account, { provider: providerId })),
  };
}

/** Before an address is proved nothing is linked to it: its owner would find a stranger's sign-in there. */
async function accountToLink(service: IdentityService, idToken: string): Promise<AccountRow> {
  const { account, claims } = await accountOfToken(service, idToken);
  if (account.email !== null && !account.emailVerified) {
    throw new WireError("UNVERIFIED_EMAIL : Verify the address before linking a provider.");
  }
  await requireSensitiveSignIn(service, account, claims);
  return account;
}

async function link(
  service: IdentityService,
  tx: Transaction,
  linkTo: AccountRow,
  providerId: string,
  person: SocialPerson,
): Promise<Outcome> {
  const account = await lockAccountOfToken(tx, linkTo);
  const holder = await findProvider(tx, providerId, person.rawId);
  if (holder) return { kind: "linkedElsewhere" };
  const now = service.platform.clock.now();
  await insertProvider(tx, { providerId, localId: account.localId, ...columnsOf(person), createdAt: now });
  const adopts = account.email === null && person.email !== null && !(await findAccountByEmail(tx, person.email));
  const email = adopts ? { email: person.email, emailVerified: person.emailVerified } : {};
  return signedIn(service, tx, account, email, false);
}

async function enter(
  service: IdentityService,
  tx: Transaction,
  name: SocialProvider,
  providerId: string,
  person: SocialPerson,
): Promise<Outcome> {
  const { clock, random } = service.platform;
  const now = clock.now();
  const known = await findProvider(tx, providerId, person.rawId);
  const account = known ? await findAccount(tx, known.localId) : null;
  if (account) return signedIn(service, tx, account, {}, false);
  const holder = person.email ? await findAccountByEmail(tx, person.email) : null;
  if (holder && !(person.emailVerified && name === "google")) return { kind: "needsConfirmation", account: holder };
  if (holder) {
    if (holder.disabled) throw new WireError("USER_DISABLED");
    // Whoever signed up with this address had not shown that it is theirs: its owner has now.
    const claim = holder.emailVerified ? null : await claimAccount(tx, holder, {}, now);
    await insertProvider(tx, { providerId, localId: holder.localId, ...columnsOf(person), createdAt: now });
    const outcome = await signedIn(service, tx, claim?.account ?? holder, { emailVerified: true }, false);
    return claim && outcome.kind === "signedIn" ? { ...outcome, claim } : outcome;
  }
  const created = await insertAccount(tx, {
    localId: newUid(random),
    email: person.email,
    emailVerified: person.email !== null && person.emailVerified,
    displayName: person.name,
    photoUrl: person.photoUrl,
    validSince: now,
    createdAt: now,
  });
  await insertProvider(tx, { providerId, localId: created.localId, ...columnsOf(person), createdAt: now });
  return signedIn(service, tx, created, {}, true);
}

async function signedIn(
  service: IdentityService,
  tx: Transaction,
  account: AccountRow,
  changes: { email?: string | null; emailVerified?: boolean },
  isNewUser: boolean,
): Promise<Outcome> {
  if (account.disabled) throw new WireError("USER_DISABLED");
  const now = service.platform.clock.now();
  const row = await updateAccount(tx, account.localId, { ...changes, lastLoginAt: now, lastRefreshAt: now });
  if (!row) throw new WireError("USER_NOT_FOUND");
  await passOnAccount(tx, row, now);
  return { kind: "signedIn", account: row, isNewUser };
}

const columnsOf = ({ rawId, email, name, photoUrl }: SocialPerson) => ({ rawId, email, displayName: name, photoUrl });

const presentCredential = ({ idToken, accessToken }: { idToken: string | null; accessToken: string | null }) => ({
  ...(accessToken ? { oauthAccessToken: accessToken } : {}),
  ...(idToken ? { oauthIdToken: idToken } : {}),
});

const presentPerson = (name: SocialProvider, providerId: string, person: SocialPerson): Record<string, unknown> => ({
  kind: "identitytoolkit#VerifyAssertionResponse",
  context: "",
  providerId,
  ...(person.name ? { displayName: person.name, fullName: person.name } : {}),
  ...(person.email ? { email: person.email } : {}),
  emailVerified: person.emailVerified,
  ...(person.photoUrl ? { photoUrl: person.photoUrl } : {}),
  rawUserInfo: JSON.stringify(person.raw),
  federatedId: name === "google" ? `https://accounts.google.com/${person.rawId}` : person.rawId,
});
