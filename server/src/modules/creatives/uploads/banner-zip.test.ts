import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { BannerReport } from "@litfass/contract/creatives/banner-report";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { sendForm } from "../../../testing/forms.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { type ZipEntry, zipOf } from "../../../testing/zip.ts";
import { readZip, ZipProblem, zipLimits } from "./read-zip.ts";

let stack: Stack;
let tech: TestClient;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "litfass-zip-"));
  stack = await startStack();
  tech = await stack.signIn("tech_admin");
});
afterAll(async () => {
  await stack?.close();
  rmSync(folder, { recursive: true, force: true });
});

const page = (head = "", body = '<a href="javascript:window.open(clickTag)">Go</a>'): string =>
  `<!doctype html><html><head><meta name="ad.size" content="width=300,height=250">${head}</head><body>${body}</body></html>`;
const clickTag = '<script>var clickTag = "";</script>';
const good = page(clickTag);
const sendZip = (body: Buffer, client = tech) =>
  sendForm(client, "post", "/creatives/zip/get-html", {}, { file: [{ name: "banner.zip", body }] });
const send = (entries: ZipEntry[]) => sendZip(zipOf(entries));
const codes = (report: BannerReport): string[] => report.findings.map(({ code }) => code);
const reportOf = async (entries: ZipEntry[]): Promise<BannerReport> => (await send(entries)).body.report;
/** The files our reader unpacks from a zip, or the code of its rejection. */
async function read(zip: Buffer): Promise<string | string[]> {
  const file = path.join(folder, "upload.zip");
  writeFileSync(file, zip);
  try {
    return [...(await readZip(file)).files.keys()];
  } catch (error) {
    if (error instanceof ZipProblem) return error.code;
    throw error;
  }
}

test("[API-CREA-023] a zip with index.html returns its HTML; without a page or with escaping paths it returns 422", async () => {
  const answer = await send([{ name: "index.html", body: good }]);
  expect(answer.status).toBe(200);
  expect(answer.body.html).toContain("window.open(clickTag)");
  expect(answer.body.report).toMatchObject({ ok: true, width: 300, height: 250, findings: [] });
  const none = await send([{ name: "readme.json", body: "{}" }]);
  expect(none.status).toBe(422);
  expect(none.body.errors.file[0]).toContain("holds no HTML page");
  for (const name of ["../index.html", "a/../../index.html", "/etc/index.html", "C:\\index.html", "..\\index.html"]) {
    const refused = await send([
      { name: "index.html", body: good },
      { name, body: good },
    ]);
    expect([name, refused.status]).toEqual([name, 422]);
    expect(refused.body.errors.file[0]).toContain("name that cannot be taken");
  }
});

test("inlines everything that a page loads", async () => {
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: "#f00" } })
    .png()
    .toBuffer();
  const { body } = await send([
    {
      name: "ad/index.html",
      body: page(
        `${clickTag}<link rel="stylesheet" href="css/main.css"><script src="js/main.js" defer></script>`,
        '<a onclick="window.open(clickTag)"><img src="img/a.png" srcset="img/a.png 1x, img/b.png 2x"></a>',
      ),
    },
    { name: "ad/css/main.css", body: '@import "more.css"; body{background:url(../img/a.png)}' },
    { name: "ad/css/more.css", body: "p{color:red}" },
    { name: "ad/js/main.js", body: 'window.clickTag = "https://a.example"; const late = "img/c.png"; //</script>' },
    ...["a", "b", "c"].map((name) => ({ name: `ad/img/${name}.png`, body: png })),
    { name: "__MACOSX/ad/._index.html", body: "x" },
  ]);
  expect(body.report.findings).toEqual([]);
  expect(body.report.loads).toMatchObject({ initial_requests: 6 });
  expect(body.report.loads.initial_bytes).toBeGreaterThan(png.length * 2);
  expect(body.report.loads.subload_bytes).toBe(png.length);
  const data = `data:image/png;base64,${png.toString("base64")}`;
  expect(body.html.split(data).length - 1).toBe(5);
  expect(body.html).toContain("p{color:red}");
  expect(body.html).toContain("window.clickTag = window.clickTag");
  expect(body.html).not.toMatch(/src="(js|img)|href="css/);
  expect(body.html.indexOf("const late =")).toBeGreaterThan(body.html.indexOf("<img"));
});

test("the validator reports findings with solutions in both languages, like ad operations", async () => {
  const cases: [string, ZipEntry[]][] = [
    ["click_tag_missing", [{ name: "index.html", body: page().replace("window.open(clickTag)", "void 0") }]],
    ["size_missing", [{ name: "index.html", body: good.replace("ad.size", "size") }]],
    ["size_assumed", [{ name: "300x250/index.html", body: good.replace("ad.size", "size") }]],
    ["size_conflict", [{ name: "728x90/index.html", body: good }]],
    ["size_wrong", [{ name: "index.html", body: good.replace("width=300", "width=320") }]],
    [
      "external_file",
      [{ name: "index.html", body: page(`${clickTag}<script src="https://cdn.example/x.js"></script>`) }],
    ],
    [
      "external_file",
      [{ name: "index.html", body: page(`${clickTag}<style>b{background:url(//cdn.example/x.png)}</style>`) }],
    ],
    ["missing_file", [{ name: "index.html", body: `${good}<img src="logo.png">` }]],
    ["missing_font", [{ name: "index.html", body: `${good}<style>@font-face{src:url(a.woff)}</style>` }]],
    ["external_call", [{ name: "index.html", body: `${good}<script>x("https://cdn.example/x.js")</script>` }]],
    ["own_navigation", [{ name: "index.html", body: `${good}<script>location.href = "https://a.example"</script>` }]],
    ["fixed_link", [{ name: "index.html", body: `${good}<a href="https://shop.example">Shop</a>` }]],
    ["motion_stopped", [{ name: "index.html", body: `${good}<style>b{animation:x 4s ease 2s 10}</style>` }]],
    ["motion_stopped", [{ name: "index.html", body: `${good}<style>b{animation:x 4s infinite}</style>` }]],
    [
      "endless_animation",
      [
        { name: "index.html", body: `${good}<img src="a.gif">` },
        { name: "a.gif", body: await movingPicture(0) },
      ],
    ],
    [
      "long_animation",
      [
        { name: "index.html", body: `${good}<img src="a.gif">` },
        { name: "a.gif", body: await movingPicture(40) },
      ],
    ],
    ["index_missing", [{ name: "banner.html", body: good }]],
    ["weight", [{ name: "index.html", body: `${good}<style>${noise(900_000)}</style>` }]],
    [
      "subload_weight",
      [
        { name: "index.html", body: `${good}<script>load(clip)</script>` },
        { name: "clip.mp4", body: Buffer.from(noise(310_000)) },
      ],
    ],
    [
      "many_requests",
      [
        { name: "index.html", body: good + Array.from({ length: 11 }, (_, at) => `<img src="${at}.txt">`).join("") },
        ...Array.from({ length: 11 }, (_, at) => ({ name: `${at}.txt`, body: "x" })),
      ],
    ],
    [
      "left_out",
      [
        { name: "index.html", body: good },
        { name: "source.psd", body: "8BPS" },
      ],
    ],
    [
      "svg_script",
      [
        { name: "index.html", body: good },
        { name: "x.svg", body: "<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>" },
      ],
    ],
    [
      "broken_image",
      [
        { name: "index.html", body: good },
        { name: "x.png", body: "no picture" },
      ],
    ],
    ["frame", [{ name: "index.html", body: `${good}<iframe src="https://evil.example"></iframe>` }]],
    [
      "redirect",
      [
        {
          name: "index.html",
          body: page(`${clickTag}<meta http-equiv="refresh" content="0;url=https://evil.example">`),
        },
      ],
    ],
    ["storage", [{ name: "index.html", body: `${good}<script>localStorage.x = 1</script>` }]],
    ["blocked", [{ name: "index.html", body: `${good}<script>top.location.reload()</script>` }]],
    [
      "unused_file",
      [
        { name: "index.html", body: good },
        { name: "notes.json", body: "{}" },
      ],
    ],
  ];
  for (const [code, entries] of cases) {
    const report = await reportOf(entries);
    expect(codes(report), code).toContain(code);
    const finding = report.findings.find((one) => one.code === code);
    expect(finding?.help.length, code).toBeGreaterThan(10);
    expect(report.ok, code).toBe(report.findings.every(({ severity }) => severity !== "error"));
  }
  const german = await stack.signIn({ uid: "tech-de-1", role: "tech_admin", lang: "de" });
  const { body } = await sendZip(zipOf([{ name: "index.html", body: good.replace("ad.size", "size") }]), german);
  expect(body.report.findings[0].message).toBe("Das Banner nennt seine Grösse nicht");
});

/** Two images of a second each; `loop` as in GIF files, 0 for endless. */
const movingPicture = (loop: number): Promise<Buffer> =>
  sharp(Buffer.concat([Buffer.alloc(48, 0), Buffer.alloc(48, 255)]), {
    raw: { width: 4, height: 8, channels: 3, pageHeight: 4 },
  })
    .gif({ loop, delay: [1000, 1000] })
    .toBuffer();

/** Style rules that hardly compress, so that they do not look like a zip bomb. */
function noise(length: number): string {
  let seed = 7;
  let text = "";
  while (text.length < length) {
    seed = (seed * 48_271) % 2_147_483_647;
    text += `.x${seed.toString(36)}{top:${seed % 997}px}`;
  }
  return text;
}

test("rejects hostile zips", async () => {
  const index = { name: "index.html", body: good };
  expect(await read(Buffer.from("nothing of a zip"))).toBe("not_a_zip");
  expect(await read(zipOf([index, { name: "big.json", body: Buffer.alloc(1_900_000) }]))).toBe("bomb");
  expect(await read(zipOf([index, { name: "big.json", body: Buffer.alloc(9_000_000) }]))).toBe("too_big");
  expect(await read(zipOf([index, { name: "link.html", body: "/etc/passwd", mode: 0o120777 }]))).toBe("link");
  expect(await read(zipOf([index, { name: "pipe.html", body: "", mode: 0o010644 }]))).toBe("link");
  expect(await read(zipOf([index, { name: "../../slip.html", body: good }]))).toBe("bad_name");
  expect(await read(zipOf([index, { name: "a\u202Etxt.html", body: good }]))).toBe("bad_name");
  expect(await read(zipOf([index, { name: `${"d/".repeat(9)}x.html`, body: good }]))).toBe("bad_name");
  expect(await read(zipOf([index, { name: `${"n".repeat(300)}.html`, body: good }]))).toBe("bad_name");
  expect(await read(zipOf([index, { name: "inner.zip", body: zipOf([index]) }]))).toBe("nested");
  expect(await read(zipOf([index, { name: "inner.png", body: zipOf([index]) }]))).toBe("nested");
  expect(await read(zipOf([index, { name: "tool.exe", body: "MZ" }]))).toBe("unknown_type");
  expect(await read(zipOf([index, { name: "page.php", body: "<?php" }]))).toBe("unknown_type");
  expect(await read(zipOf([index, { name: "INDEX.html", body: good }]))).toBe("twice");
  expect(await read(zipOf([index, { name: "lie.html", body: Buffer.alloc(3_000_000, "x"), saidSize: 10 }]))).toBe(
    "damaged",
  );
  expect(await read(zipOf([index, { name: "lie.html", body: "short", saidSize: 50_000 }]))).toBe("damaged");
  const many = Array.from({ length: zipLimits.entries + 1 }, (_, number) => ({ name: `${number}.css`, body: "" }));
  expect(await read(zipOf(many))).toBe("too_many_files");
  const all = Array.from({ length: 8 }, (_, number) => ({
    name: `${number}.json`,
    body: Buffer.from(noise(1_000_000)),
  }));
  expect(await read(zipOf(all))).toBe("too_big");
  expect(readdirSync(folder)).toEqual(["upload.zip"]);
});

test("leaves out vector files with scripts, handlers, entities or foreign content", async () => {
  const drawings = [
    "<svg><script>alert(1)</script></svg>",
    '<svg onload="alert(1)"></svg>',
    "<svg><foreignObject><iframe src=x></iframe></foreignObject></svg>",
    '<svg><a href="javascript:alert(1)">x</a></svg>',
    '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>',
    '<svg><image href="https://evil.example/x.png"/></svg>',
    "<svg><style>@import url(//evil.example/x.css)</style></svg>",
    '<svg><use href="data:image/svg+xml;base64,PHN2Zz4="/></svg>',
  ];
  for (const body of drawings) {
    const answer = await send([
      { name: "index.html", body: `${good}<img src="x.svg">` },
      { name: "x.svg", body },
    ]);
    expect(codes(answer.body.report), body).toContain("svg_script");
    expect(answer.body.html, body).not.toContain("data:image/svg");
  }
  const plain = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>";
  const { body } = await send([
    { name: "index.html", body: `${good}<img src="x.svg">` },
    { name: "x.svg", body: plain },
  ]);
  expect(body.report.findings).toEqual([]);
  expect(body.html).toContain("data:image/svg+xml;base64,");
});

/** A zip with the bytes at `sign` replaced, counted from its last occurrence. */
function tampered(zip: Buffer, sign: string, at: number, bytes: number[]): Buffer {
  const changed = Buffer.from(zip);
  const start = changed.lastIndexOf(Buffer.from(sign, "latin1"));
  expect(start).toBeGreaterThanOrEqual(0);
  changed.set(bytes, start + at);
  return changed;
}
const [localSign, directorySign, endSign] = ["PK\x03\x04", "PK\x01\x02", "PK\x05\x06"] as const;

const index: ZipEntry = { name: "index.html", body: good };
const sound = zipOf([index]);
const damaged: [string, () => Buffer, string][] = [
  ["a password", () => zipOf([index, { name: "a.html", body: good, flags: 1 }]), "encrypted"],
  ["strong encryption", () => zipOf([index, { name: "a.html", body: good, flags: 0x41 }]), "damaged"],
  ["an unknown way of packing", () => zipOf([index, { name: "a.html", body: good, method: 1 }]), "damaged"],
  ["two files of one name", () => zipOf([index, { name: "a.css", body: "" }, { name: "a.css", body: "b{}" }]), "twice"],
  ["a name with a NUL", () => zipOf([index, { name: "a.html\0.png", body: good }]), "bad_name"],
  ["a name with a line break", () => zipOf([index, { name: "a\n.html", body: good }]), "bad_name"],
  ["an absolute name", () => zipOf([{ name: "/index.html", body: good }]), "bad_name"],
  ["a drive", () => zipOf([{ name: "C:/index.html", body: good }]), "bad_name"],
  ["backslashes", () => zipOf([{ name: "ad\\index.html", body: good }]), "bad_name"],
  ["a folder that leads out", () => zipOf([index, { name: "../", body: "" }]), "bad_name"],
  ["a device", () => zipOf([index, { name: "a.css", body: "", mode: 0o020666 }]), "link"],
  [
    "entries that share their bytes with another",
    () => zipOf([index, { name: "b.css", body: "b{}", saidOffset: 0 }]),
    "damaged",
  ],
  ["an entry behind the end", () => zipOf([index, { name: "b.css", body: "b{}", saidOffset: 0x7fff_ffff }]), "damaged"],
  ["nothing after the first entry", () => sound.subarray(0, sound.length - 30), "not_a_zip"],
  ["a directory that ends early", () => tampered(sound, endSign, 10, [9, 0]), "damaged"],
  ["a broken directory", () => tampered(sound, directorySign, 0, [0x50, 0x4b, 9, 9]), "damaged"],
  ["a broken entry", () => tampered(sound, localSign, 0, [0x50, 0x4b, 9, 9]), "damaged"],
  ["more packed bytes than the file holds", () => tampered(sound, directorySign, 20, [255, 255, 255, 127]), "damaged"],
  ["a second disk", () => tampered(sound, endSign, 4, [1, 0]), "not_a_zip"],
  ["a comment that is not there", () => tampered(sound, endSign, 20, [1, 0]), "not_a_zip"],
  ["packed bytes that unpack to nothing", () => tampered(sound, "index.html", -60, Array(12).fill(255)), "damaged"],
];

test.each(damaged)("rejects a zip with %s with a reason", async (_name, make, code) => {
  const zip = make();
  expect(await read(zip)).toBe(code);
  const answer = await sendZip(zip);
  expect(answer.status).toBe(422);
  expect(answer.body.errors.file[0].length).toBeGreaterThan(20);
});

test("an empty zip is reported as having no page", async () => {
  const answer = await sendZip(zipOf([]));
  expect(answer.status).toBe(422);
});
