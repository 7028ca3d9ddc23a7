import { endpoints } from "@litfass/contract/index";
import { message } from "@litfass/contract/kernel/messages";
import { metaOf } from "@litfass/contract/kernel/paging";
import { mount } from "@litfass/platform/http/mount";
import type { Platform } from "@litfass/platform/platform";
import { conflict, notFound } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import { isInstalled } from "./ffmpeg.ts";
import { presentVideo } from "./present-video.ts";
import { retryVideo } from "./retry-video.ts";
import { startFromFile, startFromUpload } from "./start-conversion.ts";
import type { VideoRow } from "./tables.ts";
import { openUpload, receiveChunk, showUpload } from "./upload.ts";
import { sendVideoFile } from "./video-file.ts";
import { findVideo, listVideos, renameVideo } from "./video-sql.ts";

/** The converter, and uploads in pieces. */
export function mediaRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, config } = platform;
  const present = (row: VideoRow, lang: "en" | "de") =>
    presentVideo(row, `/api/v1/media-converter/${row.id}/files`, lang);

  mount(app, endpoints.listVideoConversions, async ({ query, lang }) => {
    const { rows, total } = await listVideos(db, query);
    const installed = await isInstalled(config.ffmpegPath);
    return {
      data: rows.map((row) => present(row, lang)),
      meta: metaOf(query.page, query.per_page, total),
      converter: { installed, note: installed ? null : message("video.converter_missing", lang) },
    };
  });
  mount(app, endpoints.startVideoConversion, async ({ caller, body, files, lang }) => {
    const row = body.upload
      ? await startFromUpload(platform, caller, body.upload)
      : await startFromFile(platform, caller, files);
    return present(row, lang);
  });
  mount(app, endpoints.changeVideoConversion, async ({ params, body, lang }) => {
    let row = await findVideo(db, params.videoConverter);
    if (!row) throw notFound();
    if (body.name !== undefined) row = (await renameVideo(db, row.id, body.name)) ?? row;
    if (body.status === "queued") row = await retryVideo(platform, row.id);
    return present(row, lang);
  });
  mount(app, endpoints.showVideoFile, async ({ params, request, reply }) => {
    const row = await findVideo(db, params.videoConverter);
    if (!row) throw notFound();
    await sendVideoFile(db, row, params.file, { request, reply });
    return { body: "", contentType: "" };
  });

  mount(app, endpoints.openVideoUpload, async ({ caller, body }) => {
    if (!(await isInstalled(config.ffmpegPath))) throw conflict("converter_missing", "video.converter_missing");
    return openUpload(platform, caller, body);
  });
  mount(app, endpoints.showVideoUpload, async ({ caller, params }) => showUpload(platform, caller, params.upload));
  mount(app, endpoints.sendVideoChunk, async ({ caller, params, files }) =>
    receiveChunk(platform, caller, params.upload, params.chunk, files),
  );
}
