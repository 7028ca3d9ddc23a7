import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const codecs = {
  mp3: ["-c:a", "libmp3lame", "-b:a", "192k"],
  m4a: ["-c:a", "aac", "-f", "mp4"],
  aac: ["-c:a", "aac", "-f", "adts"],
  ogg: ["-c:a", "libvorbis"],
  wav: ["-c:a", "pcm_s24le"],
};

type Tone = { seconds?: number; volumeDb?: number; filter?: string; more?: string[] };

/** A freshly encoded tone that comes and goes like speech. */
export function testTone(
  type: keyof typeof codecs,
  { seconds = 6, volumeDb = 0, filter = "tremolo=f=3:d=0.7", more = [] }: Tone = {},
): Buffer {
  const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-tone-"));
  const file = path.join(folder, `tone.${type}`);
  const tone = `sine=frequency=300:duration=${seconds}`;
  const shaped = ["-af", `${filter},volume=${volumeDb}dB`];
  execFileSync("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", tone, ...more, ...shaped, ...codecs[type], file]);
  const body = readFileSync(file);
  rmSync(folder, { recursive: true });
  return body;
}
