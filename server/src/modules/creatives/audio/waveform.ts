import { waveformBars } from "@litfass/contract/creatives/audio";

/** Bytes before the samples of a WAV file that ffmpeg wrote; the exact number does not matter for a picture. */
const headerBytes = 44;
/** Two channels of 16 bits. */
const frameBytes = 4;
const sampleRate = 44_100;

/** The length of a decoded file in milliseconds: of what is played, not of what a header states. */
export const durationOf = (wav: Buffer): number =>
  Math.round((Math.max(0, wav.length - headerBytes) / frameBytes / sampleRate) * 1000);

/** The bars of a decoded file's waveform: the peak of each part, relative to the loudest one. */
export function waveformOf(wav: Buffer): number[] {
  const samples = Math.floor((wav.length - headerBytes) / 2);
  const perBar = samples / waveformBars;
  const peaks = Array.from({ length: waveformBars }, (_, bar) => {
    let peak = 0;
    for (let at = Math.floor(bar * perBar); at < Math.floor((bar + 1) * perBar); at++) {
      peak = Math.max(peak, Math.abs(wav.readInt16LE(headerBytes + at * 2)));
    }
    return peak;
  });
  const loudest = Math.max(1, ...peaks);
  return peaks.map((peak) => Math.round((peak / loudest) * 100));
}
