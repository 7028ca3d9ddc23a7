import type { AnyCommand } from "@litfass/platform/command/command";
import { changeVideo } from "./change-video.ts";
import { claimNextVideo, finishConversion, requeueConversion } from "./convert-video.ts";
import { startConversion } from "./start-conversion.ts";
import { discardUpload, openUpload, receiveChunk } from "./upload.ts";

/** Every command of video conversion. */
export const mediaCommands: readonly AnyCommand[] = [
  openUpload,
  receiveChunk,
  discardUpload,
  startConversion,
  changeVideo,
  claimNextVideo,
  finishConversion,
  requeueConversion,
];
