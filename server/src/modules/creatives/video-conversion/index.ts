/** The media room as other rooms and the processes see it. */
export { convertNextVideo } from "./convert-video.ts";
export { isInstalled } from "./ffmpeg.ts";
export { mediaJobs } from "./jobs.ts";
export { presentVideo } from "./present-video.ts";
export { retryVideo } from "./retry-video.ts";
export { mediaRoutes } from "./routes.ts";
export { startFromFile, startFromUpload } from "./start-conversion.ts";
export type { VideoRow } from "./tables.ts";
export { sendVideoFile } from "./video-file.ts";
export { listVideosByUuid } from "./video-sql.ts";
