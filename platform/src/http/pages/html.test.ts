import { expect, test } from "vitest";
import { html } from "./html.ts";

test("escapes values, does not escape Html twice and omits nothing", () => {
  const inner = html`<b title="${'"><script>'}">${"a & b"}</b>`;
  const items = ["<1>", "<2>"].map((text) => html`<li>${text}</li>`);
  expect(html`${inner}${items}${null}${false}${0}`.text).toBe(
    '<b title="&quot;&gt;&lt;script&gt;">a &amp; b</b><li>&lt;1&gt;</li><li>&lt;2&gt;</li>0',
  );
});
