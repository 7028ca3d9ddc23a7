import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Whether a process with this id is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return !isZombie(pid);
}

/** Whether the process is running and its command line contains these words: ids are reused after a restart. */
export const isRunning = (pid: number, words: RegExp): boolean => isAlive(pid) && words.test(commandOf(pid));

/** The arguments of a running process, the program first; empty if they are unknown. */
export function argumentsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").filter(Boolean);
  } catch {
    return commandByPs(pid).trim().split(/\s+/).filter(Boolean);
  }
}

/** A zombie: ended, but not yet collected by its parent. */
function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return commandByPs(pid);
  }
}

function commandByPs(pid: number): string {
  try {
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8", stdio: "pipe" });
  } catch {
    return "";
  }
}
