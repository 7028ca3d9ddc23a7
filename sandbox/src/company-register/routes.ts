import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock.ts";
import { companies } from "./companies.ts";
import { companyAnswer, fault } from "./soap-answers.ts";

const requestsPerMinute = 20;
const minuteMs = 60_000;
const weights = [5, 4, 3, 2, 7, 6, 5, 4];

/** The public services of the Swiss UID register (README.md). */
export function companyRegisterRoutes(app: FastifyInstance, { clock }: { clock: Clock }): void {
  let requests: number[] = [];
  app.addContentTypeParser("text/xml", { parseAs: "string" }, (_request, body, done) => done(null, String(body)));
  app.post<{ Body: string }>("/uid-register/V5.0/PublicServices.svc", async ({ body, headers }, reply) => {
    reply.type("text/xml; charset=utf-8");
    if (!String(headers.soapaction).includes("/IPublicServices/GetByUID")) return reply.code(400).send("");
    const now = clock.now().getTime();
    requests = [...requests.filter((at) => at > now - minuteMs), now].slice(-requestsPerMinute - 1);
    if (requests.length > requestsPerMinute) {
      return reply.code(500).send(fault("Request_limit_exceeded", "Maximum number of requests exceeded"));
    }
    const digits = /uidOrganisationId(?:\s[^>]*)?>\s*(\d{9})\s*</.exec(body)?.[1] ?? "";
    if (!isValid(digits)) {
      return reply.code(500).send(fault("Data_validation_failed", "Invalid UID. The checksum is invalid"));
    }
    return reply.send(companyAnswer(digits, companies[digits]));
  });
}

function isValid(digits: string): boolean {
  const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
  return digits.length === 9 && (11 - (sum % 11)) % 11 === Number(digits[8]);
}
