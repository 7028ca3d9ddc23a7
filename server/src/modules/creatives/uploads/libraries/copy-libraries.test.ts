import type { Egress } from "@litfass/platform/egress/egress";
import { expect, test } from "vitest";
import { copyLibraries } from "./copy-libraries.ts";

const fontCss = "@font-face{font-family:Oswald;src:url(https://fonts.gstatic.com/s/oswald/v1/a.woff2) format('woff2')}";

/** Mocks the library hosts and records requests. */
function libraryHosts(): { egress: Egress; asked: string[] } {
  const asked: string[] = [];
  const egress: Egress = async (url) => {
    asked.push(url);
    const text = url.startsWith("https://fonts.googleapis.com/") ? fontCss : `/* ${url} */`;
    const body = Buffer.from(text);
    const status = url.includes("gone") ? 404 : 200;
    return { status, headers: new Headers(), body, text: () => text, json: () => null };
  };
  return { egress, asked };
}

const filesOf = (files: Record<string, string>): Map<string, Buffer> =>
  new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text, "latin1")]));

test("copies public libraries and fonts into a banner, which then uses its own copies", async () => {
  const { egress, asked } = libraryHosts();
  const style = "https://fonts.googleapis.com/css?family=Oswald&display=swap";
  const script = "//code.jquery.com/jquery-3.7.1.min.js";
  const files = filesOf({
    "ad/index.html": `<link rel="stylesheet" href="${style.replace("&", "&amp;")}"><script src="${script}"></script><p>caf\xe9</p>`,
    "ad/css/main.css": `@import "${style}";`,
  });
  const copied = await copyLibraries(egress, { page: "ad/index.html", files, addresses: [style, script] });
  expect(copied).toEqual([style, script]);
  expect(asked).toEqual([style, `https:${script}`, "https://fonts.gstatic.com/s/oswald/v1/a.woff2"]);
  const [css = "", js = "", font = ""] = [...files.keys()].slice(2);
  expect([css, js, font]).toEqual([
    expect.stringMatching(/^_libraries\/fonts\.googleapis\.com\/css-\w{8}\.css$/),
    expect.stringMatching(/^_libraries\/code\.jquery\.com\/jquery-3\.7\.1\.min-\w{8}\.js$/),
    expect.stringMatching(/^_libraries\/fonts\.gstatic\.com\/s\/oswald\/v1\/a-\w{8}\.woff2$/),
  ]);
  expect(files.get("ad/index.html")?.toString("latin1")).toBe(
    `<link rel="stylesheet" href="../${css}"><script src="../${js}"></script><p>caf\xe9</p>`,
  );
  expect(files.get("ad/css/main.css")?.toString()).toBe(`@import "../../${css}";`);
  expect(files.get(css)?.toString()).toContain(`url(../fonts.gstatic.com/s/oswald/v1/a-`);
});

test("calls no other server and leaves URLs that cannot be fetched", async () => {
  const { egress, asked } = libraryHosts();
  const addresses = [
    "https://evil.example/x.js",
    "https://code.jquery.com.evil.example/x.js",
    "https://code.jquery.com@evil.example/x.js",
    "http://169.254.169.254/latest/meta-data",
    "https://cdn.jsdelivr.net/gh/somebody/something/x.js",
    "https://code.jquery.com/gone.js",
  ];
  const page = addresses.map((address) => `<script src="${address}"></script>`).join("");
  const files = filesOf({ "index.html": page });
  expect(await copyLibraries(egress, { page: "index.html", files, addresses })).toEqual([]);
  expect(asked).toEqual(["https://code.jquery.com/gone.js"]);
  expect([...files].map(([name, body]) => [name, body.toString()])).toEqual([["index.html", page]]);
});
