import type { FastifyReply, FastifyRequest } from "fastify";

export const bearerOf = (request: FastifyRequest): string =>
  /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";

/** An error as Google's APIs tell it. */
export const refused = (reply: FastifyReply, code: number, status: string, message: string): FastifyReply =>
  reply.code(code).send({ error: { code, message, status } });
