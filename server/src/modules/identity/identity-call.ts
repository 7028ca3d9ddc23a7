import type { Language } from "@litfass/contract/kernel/language";
import type { Caller } from "@litfass/contract/kernel/roles";
import { type Actor, userActor, visitorActor } from "@litfass/platform/command/actor";
import type { Command, CommandServices } from "@litfass/platform/command/command";
import { outputOf } from "@litfass/platform/command/execute";
import type { Executor } from "@litfass/platform/postgres/postgres";
import type { FastifyRequest } from "fastify";
import { findUser, findUserBySubject } from "../users/index.ts";
import { builtInProvider, type IdentityService } from "./service.ts";

/** The identity or user that a call proved by a token, a password or a mailed code. */
export type ProvedIdentity = { provider: string; subject: string } | { uid: string };

/** The context of a call besides its fields. */
export type IdentityCall = {
  /** The browser's network address, for limits. */
  address: string;
  /** Language of the response. */
  lang: Language;
  /** Runs a command as the signed-in caller, else as the user of the proven identity, else as a visitor. */
  run<Input, Output>(
    command: Command<Input, Output, CommandServices>,
    input: Input,
    proved?: ProvedIdentity | null,
  ): Promise<Output>;
};

/** The call of a request. Omit `caller` if the session must be ignored, as in calls of the protocol. */
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
    return outputOf(await request.server.services.execute(command, { actor, input, lang }));
  },
});

/** An account of the built-in provider proven by a call. */
export const provedAccount = (localId: string | null): ProvedIdentity | null =>
  localId === null ? null : { provider: builtInProvider, subject: localId };

const findProved = (db: Executor, proved: ProvedIdentity) =>
  "uid" in proved ? findUser(db, proved.uid) : findUserBySubject(db, proved.provider, proved.subject);

/** Before the first sign-in an identity has no user. */
async function actorOf(db: Executor, proved: ProvedIdentity | null, ip: string, lang: Language): Promise<Actor> {
  const user = proved && (await findProved(db, proved));
  return user ? { kind: "user", uid: user.uid, role: user.role, reach: "own", lang } : visitorActor(ip);
}
