import { writeFile } from "node:fs/promises";
import path from "node:path";

const sampleRate = 44_100;
/** Two bars of a rising chord, ending on the octave: one note a second, in Hz. */
const notes = [262, 330, 392, 523, 392, 330, 294, 349, 440, 587, 440, 523];
const bass = 131;

/** A struck and fading note with its octave, over a low tone; from -1 to 1. */
function levelAt(seconds: number): number {
  const note = notes[Math.floor(seconds)] ?? bass;
  const turn = 2 * Math.PI * seconds;
  const bell = Math.sin(turn * note) + 0.4 * Math.sin(turn * 2 * note);
  return 0.3 * Math.exp(-3 * (seconds % 1)) * bell + 0.05 * Math.sin(turn * bass);
}

/** Writes the demo's spot, a melody of pure tones made for this purpose. @returns its path. */
export async function playDemoSpot(folder: string): Promise<string> {
  const samples = notes.length * sampleRate;
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write("RIFF", 0);
  wav.writeUInt32LE(36 + samples * 2, 4);
  wav.write("WAVEfmt ", 8);
  wav.writeUInt32LE(16, 16);
  // PCM with one channel of 16 bits.
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(sampleRate, 24);
  wav.writeUInt32LE(sampleRate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36);
  wav.writeUInt32LE(samples * 2, 40);
  for (let at = 0; at < samples; at++) wav.writeInt16LE(Math.round(levelAt(at / sampleRate) * 32_767), 44 + at * 2);
  const file = path.join(folder, "Velowerk Limmat.wav");
  await writeFile(file, wav);
  return file;
}
