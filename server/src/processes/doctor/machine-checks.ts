import { readdir, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { version } from "@litfass/platform/installation/version";
import { formatBytes } from "../cli/format-bytes.ts";
import { type Check, callTimeoutMs, failed, formatDuration, notConfigured, ok, warning } from "./check.ts";

const oldestNode = 24;

export const versions: Check = {
  name: "versions",
  async run() {
    const found = `Litfass ${version}, Node ${process.versions.node}`;
    const isOld = Number(process.versions.node.split(".")[0]) < oldestNode;
    return isOld ? warning(found, `run it by npm, which brings Node ${oldestNode}`) : ok(found);
  },
};

/** Below these, PostgreSQL and the journals soon stop. */
const failBytes = 1e9;
const warnBytes = 5e9;

export const diskSpace: Check = {
  name: "disk space",
  async run({ config: { dataDir } }) {
    const folders = ["", "postgres", "clickhouse", "files", "journal", "logs"].map((name) => path.join(dataDir, name));
    const seen = new Set<number>();
    const findings = [];
    for (const folder of folders) {
      const device = await stat(folder).catch(() => null);
      // Folders on one file system share its space.
      if (!device || seen.has(device.dev)) continue;
      seen.add(device.dev);
      const { bavail, bsize } = await statfs(folder);
      findings.push(judgeSpace(folder, bavail * bsize));
    }
    return findings.length > 0 ? findings : failed(`${dataDir} does not exist`, "set DATA_DIR as for the processes");
  },
};

/** @param free in bytes. */
export function judgeSpace(folder: string, free: number) {
  const found = `${folder}: ${formatBytes(free)} free`;
  if (free < failBytes) return failed(found, "free space now: the stores and ad servers stop without it");
  return free < warnBytes ? warning(found, "free space, or move DATA_DIR to a larger disk") : ok(found);
}

const maxUnshippedMs = 15 * 60_000;

/** Segments are shipped within seconds, so an old one means that the API does not take it. */
export const journals: Check = {
  name: "journals",
  async run({ config: { dataDir }, now }) {
    const folder = path.join(dataDir, "journal");
    const names = await readdir(folder).catch(() => []);
    if (names.length === 0) return notConfigured("no ad server has a journal here");
    const findings = [];
    for (const name of names) {
      const files = await readdir(path.join(folder, name)).catch(() => []);
      const inspect = files.filter((file) => /\.(aside|damaged)(\.\d+)?$/.test(file)).length;
      const sealed = files.filter((file) => file.endsWith(".sealed")).sort()[0];
      const ageMs = sealed ? now().getTime() - (await modifiedAt(path.join(folder, name, sealed), now)) : 0;
      const found = `${name}: oldest unshipped events ${formatDuration(ageMs)}, ${inspect} files for inspection`;
      if (inspect > 0) findings.push(failed(found, "acknowledged events are not counted: see Monitoring in the guide"));
      else if (ageMs > maxUnshippedMs) {
        findings.push(failed(found, "check that the API runs and INTERNAL_URL and INTERNAL_SECRET are its own"));
      } else findings.push(ok(found));
    }
    return findings;
  },
};

/** A segment that is gone was shipped meanwhile. */
const modifiedAt = async (file: string, now: () => Date): Promise<number> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => now().getTime(),
  );

export const processes: Check = {
  name: "processes",
  async run({ config: { port, deliveryPort }, fetch: send }) {
    const ask = async (name: string, at: number) => {
      const url = `http://127.0.0.1:${at}/ready`;
      try {
        const { ok: isReady, status } = await send(url, { signal: AbortSignal.timeout(callTimeoutMs) });
        return isReady
          ? ok(`${name} is ready on port ${at}`)
          : failed(`${name} answers ${status} on port ${at}`, "see its log");
      } catch {
        return failed(
          `${name} does not respond on port ${at}`,
          "start it here, or ignore this where it runs elsewhere",
        );
      }
    };
    return Promise.all([ask("the API", port), ask("the ad server", deliveryPort)]);
  },
};
