import { Suspense } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { loadable } from "./loadable.tsx";

/** A part, and its first rendering. */
function part() {
  const { Component, load } = loadable<{ name: string }>(async () => ({ name }) => <p>{name} is here</p>);
  const render = () =>
    renderToString(
      <Suspense fallback="loading">
        <Component name="Anna" />
      </Suspense>,
    );
  return { load, render };
}

test("a component that has loaded is rendered without a fallback, also for the first time", async () => {
  expect(part().render()).toContain("loading");
  const { load, render } = part();
  await load();
  expect(render()).toContain("Anna<!-- --> is here");
  expect(render()).not.toContain("loading");
});

test("a component that could not be loaded is fetched again", async () => {
  let tries = 0;
  const { load } = loadable(async () => {
    tries += 1;
    if (tries === 1) throw new Error("offline");
    return () => null;
  });
  await expect(load()).rejects.toThrow("offline");
  await load();
  await load();
  expect(tries).toBe(2);
});
