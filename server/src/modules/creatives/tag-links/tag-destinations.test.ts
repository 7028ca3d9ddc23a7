import { expect, test } from "vitest";
import { tagDestinations } from "./tag-destinations.ts";

const page = "https://www.shop.example/summer?a=1&b=2";
test.each([
  ["a link behind the click macro", `<a href="%%CLICK_URL_UNESC%%${page}"><img></a>`, [page]],
  ["an encoded link in a script", `<script>var c = '%%CLICK_URL_ESC%%${encodeURIComponent(page)}';</script>`, [page]],
  [
    "one that is encoded twice",
    `<script>go("\${CLICK_URL_ENC}${encodeURIComponent(encodeURIComponent(page))}")</script>`,
    [page],
  ],
  [
    "escaped slashes",
    `<script>{"u":"\${CLICK_URL}https:\\/\\/www.shop.example\\/"}</script>`,
    ["https://www.shop.example/"],
  ],
  ["a link without a macro", `<a target=_top class='b' href='${page.replace("&", "&amp;")}'>x</a>`, [page]],
  ["without a scheme", `<a href=//www.shop.example/x>x</a>`, ["https://www.shop.example/x"]],
  ["the same page twice", `<a href="${page}">1</a><area shape="rect" href="${page}">`, [page]],
  ["a macro alone", `<a href="%%CLICK_URL_UNESC%%"><img></a>`, []],
  ["a macro as a parameter", `<script src="https://ad.agency.example/js?c=%%CLICK_URL_ESC%%&size=1"></script>`, []],
  ["what a script completes", `<script>open("%%CLICK_URL_UNESC%%" + target)</script>`, []],
  [
    "resources and anchors",
    `<link href="https://cdn.example/x.css"><a href="#top">x</a><img src="https://a.example/i">`,
    [],
  ],
  ["a broken encoding", `<a href="%%CLICK_URL_ESC%%https%3A%2F%2F%E0%A4%A">x</a>`, []],
  ["a user name", `<a href="https://shop.example@evil.example/">x</a>`, []],
])("the markup of a tag says where it leads: %s", (_name, tag, expected) => {
  expect(tagDestinations(tag)).toEqual(expected);
});

test("hostile markup is read in time, and at most ten pages of it", () => {
  const startedMs = performance.now();
  for (const part of ["<a ", "<a href=", "%%CLICK_URL_UNESC%%", "<a href='https%253A"]) {
    tagDestinations(part.repeat(16_384 / part.length));
  }
  expect(performance.now() - startedMs).toBeLessThan(2_000);
  const links = Array.from({ length: 50 }, (_, number) => `<a href="https://p${number}.example/">x</a>`);
  expect(tagDestinations(links.join(""))).toHaveLength(10);
});
