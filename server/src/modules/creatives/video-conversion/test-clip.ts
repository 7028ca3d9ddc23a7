import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const codecs = {
  mp4: ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac"],
  mov: ["-c:v", "mpeg4", "-c:a", "aac"],
  webm: ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-c:a", "libvorbis"],
};

/** A freshly encoded short test picture with a tone. */
export function testClip(
  type: keyof typeof codecs,
  { seconds = 2, size = "320x240" }: { seconds?: number; size?: string } = {},
): Buffer {
  const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-clip-"));
  const file = path.join(folder, `clip.${type}`);
  const picture = `testsrc=size=${size}:rate=10:duration=${seconds}`;
  const tone = `sine=frequency=440:duration=${seconds}`;
  const inputs = ["-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", tone, "-pix_fmt", "yuv420p"];
  execFileSync("ffmpeg", ["-v", "error", "-y", ...inputs, ...codecs[type], file]);
  const body = readFileSync(file);
  rmSync(folder, { recursive: true });
  return body;
}

/** A clip whose header claims to be complete, but whose frames are missing. */
export function clipWithoutPictures(): Buffer {
  const clip = testClip("mp4", { seconds: 1 });
  return clip.fill(0, clip.indexOf("mdat") + 4, clip.indexOf("moov") - 4);
}

/** A form with one file, as a browser sends it. */
export function formWith(name: string, body: Buffer): { payload: Buffer; headers: Record<string, string> } {
  const boundary = "----litfass-test-form";
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(head), body, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}
