import { spawn } from "node:child_process";
import { access, constants as fsConstants, stat } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import path from "node:path";
import { inputGuards } from "./rendition.ts";

/** ffprobe's metadata of a video. */
export type VideoFacts = { format: string; width: number; height: number; durationMs: number };

export type RunOptions = {
  signal: AbortSignal;
  /** Called with the number of seconds converted. */
  onSeconds?: (seconds: number) => void;
};

/** The converter could not be started at all. */
export class FfmpegMissing extends Error {
  override name = "FfmpegMissing";
}

/** The converter failed; its last output is for the log, not for users. */
export class FfmpegFailed extends Error {
  override name = "FfmpegFailed";
}

const probeMs = 30_000;
const maxOutput = 64 * 1024;

/** ffprobe is installed next to ffmpeg. */
const probeBeside = (ffmpeg: string): string =>
  path.join(path.dirname(ffmpeg), path.basename(ffmpeg).replace(/ffmpeg/, "ffprobe"));

/**
 * Runs ffmpeg and reports its progress.
 * @returns its last messages, where measuring filters write their results.
 * @throws FfmpegMissing, FfmpegFailed, or the signal's reason.
 */
export async function runFfmpeg(ffmpeg: string, args: string[], options: RunOptions): Promise<string> {
  let rest = "";
  return run(ffmpeg, args, options.signal, (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const micros = /^out_time_us=(\d+)/.exec(line)?.[1];
      if (micros) options.onSeconds?.(Number(micros) / 1_000_000);
    }
  });
}

/** Whether ffmpeg and ffprobe are there, without starting them: screens ask for each visit. */
export async function isInstalled(ffmpeg: string): Promise<boolean> {
  const found = await Promise.all([ffmpeg, probeBeside(ffmpeg)].map(isProgram));
  return found.every(Boolean);
}

/** Whether a path, or a name in one of the folders of `PATH`, is an executable file. */
async function isProgram(program: string): Promise<boolean> {
  const folders = program.includes(path.sep) ? [""] : (process.env.PATH ?? "").split(path.delimiter);
  for (const folder of folders) {
    const file = path.join(folder, program);
    const [isAllowed, isFile] = await Promise.all([
      access(file, fsConstants.X_OK).then(
        () => true,
        () => false,
      ),
      stat(file).then(
        (found) => found.isFile(),
        () => false,
      ),
    ]);
    if (isAllowed && isFile) return true;
  }
  return false;
}

/** Probes a file. @returns null if it holds no video; @throws FfmpegMissing. */
export async function probeVideo(ffmpeg: string, file: string): Promise<VideoFacts | null> {
  const entries = "format=format_name,duration:stream=width,height:stream_tags=rotate:stream_side_data=rotation";
  const found = await probe<Probed>(ffmpeg, [...inputGuards, "-select_streams", "v:0", "-show_entries", entries, file]);
  return found && factsOf(found);
}

/** Runs ffprobe and reads its JSON. @returns null if it cannot read the file; @throws FfmpegMissing. */
export async function probe<Found>(ffmpeg: string, args: string[]): Promise<Found | null> {
  let text = "";
  try {
    const all = ["-v", "error", "-of", "json", ...args];
    await run(probeBeside(ffmpeg), all, AbortSignal.timeout(probeMs), (part) => {
      if (text.length < maxOutput) text += part;
    });
    return JSON.parse(text) as Found;
  } catch (error) {
    if (error instanceof FfmpegMissing) throw error;
    return null;
  }
}

type Probed = {
  format?: { format_name?: string; duration?: string };
  streams?: { width?: number; height?: number; side_data_list?: { rotation?: number }[] }[];
};

function factsOf({ format, streams }: Probed): VideoFacts | null {
  const stream = streams?.[0];
  const durationMs = Math.round(Number(format?.duration) * 1000);
  if (!stream?.width || !stream.height || !(durationMs > 0)) return null;
  const turns = (stream.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0) / 90;
  const [width, height] = turns % 2 === 0 ? [stream.width, stream.height] : [stream.height, stream.width];
  return { format: format?.format_name ?? "", width, height, durationMs };
}

function run(program: string, args: string[], signal: AbortSignal, onText: (text: string) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], signal, killSignal: "SIGKILL" });
    let messages = "";
    child.on("spawn", () => {
      // Requests of users come first.
      if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    });
    child.stdout.setEncoding("utf8").on("data", onText);
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      messages = (messages + text).slice(-2000);
    });
    child.on("error", (error: NodeJS.ErrnoException) => {
      if (signal.aborted) reject(signal.reason);
      else reject(error.code === "ENOENT" || error.code === "EACCES" ? new FfmpegMissing(program) : error);
    });
    child.on("close", (code) => {
      if (code === 0) resolve(messages);
      else reject(signal.aborted ? signal.reason : new FfmpegFailed(`${path.basename(program)} ${code}: ${messages}`));
    });
  });
}
