import type { EndpointDefinition } from "@litfass/contract/kernel/endpoint";
import type { Caller } from "@litfass/contract/kernel/roles";
import { reachOf, type Who } from "@litfass/contract/kernel/who";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { accountState, forbidden, unauthenticated } from "../problem.ts";
import { pageLanguageOf } from "./language.ts";
import { identify, type SignedIn } from "./signed-in.ts";

/**
 * Rejects accounts whose state does not allow the call: disabled, unverified, incomplete, or without a required
 * second factor. @throws 430 with the fresh user
 */
export async function checkAccount(signedIn: SignedIn, need: EndpointDefinition["account"] = "filled"): Promise<void> {
  const isMet = need === "any" || (need === "verified" ? signedIn.verified : signedIn.filled);
  if (!isMet) throw accountState(await signedIn.freshUser());
}

/**
 * The caller of a page outside the API, by the API's rules: session, role, account state and limits.
 * @throws 401, 403, 430, 429
 */
export async function admitToPage(app: FastifyInstance, request: FastifyRequest, who: Who): Promise<Caller> {
  const { limits } = app.services;
  await limits.countAddress(request.ip);
  const signedIn = await identify(app, request);
  if (!signedIn) throw unauthenticated();
  const reach = reachOf(who, signedIn.role);
  if (!reach) throw forbidden();
  await checkAccount(signedIn);
  await limits.countCaller(signedIn.uid, request.ip);
  return { uid: signedIn.uid, role: signedIn.role, reach, lang: pageLanguageOf(request) };
}
