import { Suspense } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { loadable } from "./loadable.tsx";

test("a component that has loaded is rendered without a fallback", async () => {
  const { Component, load } = loadable<{ name: string }>(async () => ({ name }) => <p>{name} is here</p>);
  const render = () =>
    renderToString(
      <Suspense fallback="loading">
        <Component name="Anna" />
      </Suspense>,
    );
  expect(render()).toContain("loading");
  await load();
  expect(render()).toContain("Anna<!-- --> is here");
  expect(render()).not.toContain("loading");
});
