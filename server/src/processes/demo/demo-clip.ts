import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";

const art = path.resolve(import.meta.dirname, "../../modules/creatives/templates/art");
const seconds = 10;

/** From 0 to 1 between two instants, easing out. */
const ease = (from: number, to: number): string => `(1-pow(1-clip((t-${from})/${to - from},0,1),3))`;

/** The demo's video: a bicycle rolls in, the shop's name appears, the bicycle rolls on. Drawn for this purpose. */
export async function drawDemoClip(ffmpeg: string, folder: string): Promise<string> {
  const bike = path.join(folder, "bike.png");
  const logo = path.join(folder, "logo.png");
  const clip = path.join(folder, "Velowerk Limmat.mp4");
  await sharp(path.join(art, "bike.svg"), { density: 110 }).resize({ width: 860 }).png().toFile(bike);
  await sharp(path.join(art, "logo-rad.svg"), { density: 140 }).resize({ width: 460 }).png().toFile(logo);
  const bikeAt = `-w+((W-w)/2+w)*${ease(0.4, 2.6)}+(W+w)/2*pow(clip((t-7.6)/1.6,0,1),3)`;
  const graph = [
    "[0]drawbox=x=0:y=598:w=iw:h=3:color=0x121B26:t=fill[ground]",
    `[ground][1]overlay=x='${bikeAt}':y=48:shortest=1[rolling]`,
    "[2]format=rgba,fade=in:st=2.8:d=0.7:alpha=1[name]",
    "[rolling][name]overlay=x=(W-w)/2:y=626:shortest=1,fade=in:st=0:d=0.4,fade=out:st=9.5:d=0.5[clip]",
  ].join(";");
  const still = (file: string) => ["-loop", "1", "-framerate", "25", "-t", String(seconds), "-i", file];
  await promisify(execFile)(ffmpeg, [
    ...["-v", "error", "-y", "-f", "lavfi", "-i", `color=c=0xF2EDE4:s=1280x720:r=25:d=${seconds}`],
    ...[...still(bike), ...still(logo), "-filter_complex", graph, "-map", "[clip]"],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-t", String(seconds), clip],
  ]);
  return clip;
}
