/** Public interface of video conversion. */
export { retryVideo } from "./change-video.ts";
export { mediaCommands } from "./commands.ts";
export { convertNextVideo } from "./convert-video.ts";
export { FfmpegFailed, FfmpegMissing, isInstalled, probe, runFfmpeg } from "./ffmpeg.ts";
export { mediaJobs } from "./jobs.ts";
export { presentVideo } from "./present-video.ts";
export { mediaRoutes } from "./routes.ts";
export { type CheckedVideo, checkFile, checkUpload, queueConversion, startConversion } from "./start-conversion.ts";
export type { VideoPurpose, VideoRow } from "./tables.ts";
export { sendVideoFile } from "./video-file.ts";
export { listVideosByUuid } from "./video-sql.ts";
export { inWorkFolder } from "./work-folder.ts";
