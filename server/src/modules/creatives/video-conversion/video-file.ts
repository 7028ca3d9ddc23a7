import { findHeldAdFile } from "@litfass/adserver/index";
import { sendStretch } from "@litfass/platform/http/file-answer";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { notFound } from "@litfass/platform/problem";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { VideoRow } from "./tables.ts";

/**
 * Sends a rendition or the poster of a video to its owner or to staff, with range requests. `cacheControl` depends on
 * whether another video can get the same URL. @throws 404.
 */
export async function sendVideoFile(
  db: Executor,
  video: VideoRow,
  name: string,
  { request, reply, cacheControl }: { request: FastifyRequest; reply: FastifyReply; cacheControl: string },
): Promise<void> {
  const named = [...video.renditions, ...(video.poster ? [video.poster] : [])].find((file) => file.name === name);
  const file = named && (await findHeldAdFile(db, named.hash));
  if (!file) throw notFound();
  reply.header("cache-control", cacheControl);
  sendStretch(reply, file, request.headers.range);
}
