import { execFile } from "node:child_process";
import { expect, test } from "vitest";

const lifetime = new URL("./lifetime.ts", import.meta.url).href;

test("a running process that must not go on stops in order and reports a failure, so that another is started", async () => {
  const script = `
    import { runProcess } from ${JSON.stringify(lifetime)};
    await runProcess("worker", async () => ({
      drain: async () => console.log("drained"),
      stop: async () => console.log("stopped"),
      failed: Promise.resolve(new Error("the clock is wrong")),
    }));
    setInterval(() => {}, 1000);`;
  const ended = await new Promise((resolve) =>
    execFile(process.execPath, ["--input-type=module", "--eval", script], (error, stdout, stderr) =>
      resolve({ code: error?.code, stdout, stderr }),
    ),
  );
  expect(ended).toEqual({
    code: 1,
    stdout: "stopped\n",
    stderr: expect.stringContaining("worker stops: the clock is wrong"),
  });
});
