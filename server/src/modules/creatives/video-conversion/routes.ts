import { endpoints } from "@litfass/contract/index";
import type { Language } from "@litfass/contract/kernel/language";
import { message } from "@litfass/contract/kernel/messages";
import { metaOf } from "@litfass/contract/kernel/paging";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import { mountPage } from "@litfass/platform/http/pages/page";
import type { Platform } from "@litfass/platform/platform";
import { conflict, notFound } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import { changeVideo } from "./change-video.ts";
import { isInstalled } from "./ffmpeg.ts";
import { presentVideo } from "./present-video.ts";
import { checkFile, checkUpload, startConversion } from "./start-conversion.ts";
import type { VideoRow } from "./tables.ts";
import { openUpload, receiveChunk, showUpload } from "./upload.ts";
import { sendVideoFile } from "./video-file.ts";
import { findVideo, listVideos } from "./video-sql.ts";

/** The converter and chunked uploads. */
export function mediaRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, config } = platform;
  const present = (row: VideoRow, lang: Language) => presentVideo(row, `/api/v1/media-converter/${row.id}/files`, lang);

  // The screen is part of the web app, but only roles that may convert get it (PAGE-013, PAGE-014).
  mountPage(app, "/media-converter", ["super_admin", "tech_admin"], async ({ reply }) => {
    reply.callNotFound();
    return reply;
  });
  mount(app, endpoints.listVideoConversions, async ({ query, lang }) => {
    const { rows, total } = await listVideos(db, query);
    const installed = await isInstalled(config.ffmpegPath);
    return {
      data: rows.map((row) => present(row, lang)),
      meta: metaOf(query.page, query.per_page, total),
      converter: { installed, note: installed ? null : message("video.converter_missing", lang) },
    };
  });
  mountCommand(
    app,
    endpoints.startVideoConversion,
    startConversion,
    ({ caller, body, files }) =>
      body.upload ? checkUpload(app.services, caller, body.upload) : checkFile(platform, files),
    { done: present },
  );
  mountCommand(
    app,
    endpoints.changeVideoConversion,
    changeVideo,
    ({ params, body }) => ({ id: params.videoConverter, ...body }),
    { done: present },
  );
  mount(app, endpoints.showVideoFile, async ({ params, request, reply }) => {
    const row = await findVideo(db, params.videoConverter);
    if (!row) throw notFound();
    await sendVideoFile(db, row, params.file, { request, reply, cacheControl: "private, max-age=86400" });
    return { body: "", contentType: "" };
  });

  mountCommand(app, endpoints.openVideoUpload, openUpload, async ({ body }) => {
    if (!(await isInstalled(config.ffmpegPath))) throw conflict("converter_missing", "video.converter_missing");
    return body;
  });
  mount(app, endpoints.showVideoUpload, async ({ caller, params }) => showUpload(platform, caller, params.upload));
  mountCommand(app, endpoints.sendVideoChunk, receiveChunk, ({ params, files }) => ({
    uuid: params.upload,
    number: params.chunk,
    sent: files,
  }));
}
