import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance, FastifyReply } from "fastify";
import {
  BatchUnreadable,
  batchContentType,
  batchHeader,
  batchPath,
  batchToken,
  isSignedBatch,
  parseBatchToken,
  readBatch,
  signatureHeader,
} from "../format/batch.ts";
import { createEventNews, type EventNews } from "./event-news.ts";
import { batchState } from "./event-sql.ts";
import { createIntake } from "./intake.ts";
import { IntakeBusy } from "./intake-busy.ts";
import type { SettleSpend } from "./store-batch.ts";

const largestBatchBytes = 32 * 1024 * 1024;

/**
 * `POST /internal/events`: batches of ad servers, signed with the internal secret. 200: stored and settled. 503: retry.
 * 422: unreadable, do not retry.
 */
export function eventRoutes(
  app: FastifyInstance,
  platform: Platform,
  settle: SettleSpend,
  news: EventNews = createEventNews(),
): void {
  const { db, clickhouse, clock, log, config } = platform;
  const intake = createIntake({ db, clickhouse, clock, log, settle });

  app.register(async (internal) => {
    internal.removeAllContentTypeParsers();
    internal.addContentTypeParser(batchContentType, { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    internal.post(batchPath, { bodyLimit: largestBatchBytes }, async (request, reply) => {
      const token = String(request.headers[batchHeader] ?? "");
      const signature = String(request.headers[signatureHeader] ?? "");
      const bytes = request.body;
      const name = parseBatchToken(token);
      if (!name || !Buffer.isBuffer(bytes) || !isSignedBatch(config.secrets.internal, token, bytes, signature)) {
        return reply
          .code(401)
          .send({ code: "unauthenticated", message: "This batch is not signed by this installation" });
      }
      try {
        if ((await batchState(db, name))?.appliedAt) return { outcome: "known" };
        const batch = readBatch(name, bytes);
        const outcome = await intake.store(batch);
        news.publish(batch.campaignIds);
        return { outcome };
      } catch (error) {
        return refuse(reply, platform, batchToken(name), error);
      }
    });
  });
}

function refuse(reply: FastifyReply, { log }: Platform, batch: string, error: unknown): FastifyReply {
  if (error instanceof BatchUnreadable) {
    log.error({ err: error, batch }, "A batch of events was refused");
    return reply.code(422).send({ code: "invalid", message: error.message });
  }
  const busy = error instanceof IntakeBusy;
  if (!busy) log.error({ err: error, batch }, "A batch of events could not be stored");
  const seconds = busy ? error.retryAfterSeconds : 2;
  return reply.code(503).header("retry-after", String(seconds)).send({ code: "unavailable", message: "Come again" });
}
