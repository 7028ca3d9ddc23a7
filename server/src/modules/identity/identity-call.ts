import type { Language } from "@litfass/contract/kernel/messages";
import type { Caller } from "@litfass/contract/kernel/roles";
import { type Actor, userActor, visitorActor } from "@litfass/platform/command/actor";
import type { Command, CommandServices } from "@litfass/platform/command/command";
import { outputOf } from "@litfass/platform/command/execute";
import type { Executor } from "@litfass/platform/postgres/postgres";
import type { FastifyRequest } from "fastify";
import { findUser, findUserBySubject } from "../users/index.ts";
import { builtInProvider, type IdentityService } from "./service.ts";

/** Who a call proved to be by a token, a password or a mailed code: an identity, or a user. */
export type ProvedIdentity = { provider: string; subject: string } | { uid: string };

/** What a call knows beside its fields. */
export type IdentityCall = {
  /** Network address of the browser, for limits. */
  address: string;
  /** Language to answer in. */
  lang: Language;
  /** Runs a command as the signed-in caller, else as the user of the proved identity, else as a visitor. */
  run<Input, Output>(
    command: Command<Input, Output, CommandServices>,
    input: Input,
    proved?: ProvedIdentity | null,
  ): Promise<Output>;
};

/** The call of a request. Leave out `caller` where the session does not count, as in the calls of the protocol. */
export const identityCallOf = (
  { platform }: IdentityService,
  request: FastifyRequest,
  lang: Language,
  caller: Caller | null = null,
): IdentityCall => ({
  address: request.ip,
  lang,
  async run(command, input, proved = null) {
    const actor = caller ? userActor(caller) : await actorOf(platform.db, proved, request.ip, lang);
    return outputOf(await request.server.kit.execute(command, { actor, input, lang }));
  },
});

/** An account of the built-in provider that a call proved. */
export const provedAccount = (localId: string | null): ProvedIdentity | null =>
  localId === null ? null : { provider: builtInProvider, subject: localId };

const findProved = (db: Executor, proved: ProvedIdentity) =>
  "uid" in proved ? findUser(db, proved.uid) : findUserBySubject(db, proved.provider, proved.subject);

/** Before the first sign-in an identity has no user. */
async function actorOf(db: Executor, proved: ProvedIdentity | null, ip: string, lang: Language): Promise<Actor> {
  const user = proved && (await findProved(db, proved));
  return user ? { kind: "user", uid: user.uid, role: user.role, reach: "own", lang } : visitorActor(ip);
}
