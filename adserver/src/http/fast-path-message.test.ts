import { connect } from "node:net";
import { createLog } from "@litfass/platform/log/log";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newBufferWriter, writtenBytes } from "../openrtb/response/buffer-writer.ts";
import { type HttpRequest, plain } from "../serving/http-message.ts";
import { requestHeadReader, responseWriter } from "./fast-path-message.ts";
import { type RunningServer, serve } from "./server.ts";

const readPlainHead = requestHeadReader();
const head = (...lines: string[]): string =>
  ["POST /openrtb2/x/bid HTTP/1.1", "Host: ads.example", "Content-Length: 2", ...lines].join("\r\n");

test("parses a plain head with lowercase names and trimmed values", () => {
  expect(readPlainHead(head("X-OpenRTB-Version:  2.6 ", "connection: Keep-Alive"))).toEqual({
    method: "POST",
    path: "/openrtb2/x/bid",
    query: "",
    bodyBytes: 2,
    headers: { host: "ads.example", "content-length": "2", "x-openrtb-version": "2.6" },
  });
});

test("parses a GET without a body, and the same headers with another URL", () => {
  for (const query of ["t=a", "t=b%20c?"]) {
    expect(readPlainHead(`GET /t/impression?${query} HTTP/1.1\r\nHost: x\r\nAccept: image/*`)).toEqual({
      method: "GET",
      path: "/t/impression",
      query,
      bodyBytes: 0,
      headers: { host: "x", accept: "image/*" },
    });
  }
});

test("rejects header injection; a header with several values has several lines", () => {
  const answer = (location: string) => ({ status: 302, headers: { location, "set-cookie": ["a=1", "b=2"] }, body: "" });
  const writer = newBufferWriter(1_000);
  const put = responseWriter();
  put(writer, answer("/c"), 0);
  const { end } = writer;
  expect(String(writtenBytes(writer))).toContain("location: /c\r\nset-cookie: a=1\r\nset-cookie: b=2\r\n");
  for (const bad of ["/\r\nx: y", "/\n", "/\0", "/\u{1f600}"]) {
    expect(() => put(writer, answer(bad), 0)).toThrow(TypeError);
    expect(writer.end).toBe(end);
  }
});

describe("leaves ambiguous framing to node:http", () => {
  test.each([
    ["another method", head().replace("POST", "PUT")],
    ["a GET with a body", head().replace("POST", "GET")],
    ["a POST without a length", head().replace("Content-Length: 2", "X-Length: 2")],
    ["nothing behind the first line", "GET / HTTP/1.1"],
    ["HTTP/1.0", head().replace("1.1", "1.0")],
    ["no host", head().replace("Host: ads.example\r\n", "")],
    ["two lengths", head("Content-Length: 3")],
    ["a length and chunks", head("Transfer-Encoding: chunked")],
    ["chunks in odd writing", head("transfer-encoding : chunked")],
    ["a folded line", head("X-A: b", " c")],
    ["a bare line feed", head("X-A: b\nContent-Length: 9")],
    ["a bare carriage return", head("X-A: b\rc")],
    ["a signed length", head().replace(": 2", ": +2")],
    ["a list of lengths", head().replace(": 2", ": 2, 2")],
    ["a hexadecimal length", head().replace(": 2", ": 0x2")],
    ["a NUL", head("X-A: \0")],
    ["no name", head(": b")],
    ["bytes above ASCII", head("X-A: \xe9")],
    ["an end of the connection", head("Connection: close")],
    ["a wish for 100 Continue", head("Expect: 100-continue")],
    ["an absolute address", head().replace(" /", " http://ads.example/")],
    ["a space in the address", head().replace("/x/", "/x y/")],
  ])("%s", (_name, text) => {
    expect(readPlainHead(text)).toBeUndefined();
  });
});

describe("on a connection", () => {
  let ads: RunningServer;
  const seen: string[] = [];
  const answer = ({ method, path, body, ip }: HttpRequest) => {
    seen.push(`${method} ${path} ${body.toString()} ${ip}`);
    return plain(200, path === "/odd" ? "Zürich" : body.toString());
  };
  /** Like a tracker, which waits for the disk. */
  const other = async (request: HttpRequest) => {
    if (request.path === "/late") await new Promise((resolve) => setTimeout(resolve, 20));
    if (request.path === "/broken") throw new Error("the disk is full");
    const { body, ...rest } = answer({ ...request, body: Buffer.from(request.query) });
    return { ...rest, body, headers: request.path === "/unsafe" ? { location: "a\r\nb" } : rest.headers };
  };
  beforeAll(async () => {
    const log = createLog({ level: "silent", process: "test" });
    ads = await serve({ post: answer, other }, { host: "127.0.0.1", port: 0, isProxy: () => false, log });
  });
  afterAll(() => ads.stop());

  /** Sends the pieces one after the other and reads this number of responses. */
  const talk = (pieces: string[], answers: number): Promise<string[]> =>
    new Promise((resolve, reject) => {
      let text = "";
      let next = 0;
      const socket = connect({ port: ads.port, host: "127.0.0.1", noDelay: true });
      const send = () => {
        if (next < pieces.length) socket.write(pieces[next++]!, "latin1", () => setImmediate(send));
      };
      socket.on("connect", send).on("error", reject);
      socket.on("data", (chunk) => {
        text += chunk.toString("utf8");
        const bodies = [...text.matchAll(/HTTP\/1\.1 (\d+)[\s\S]*?content-length: (\d+)[\s\S]*?\r\n\r\n/gi)].map(
          (found) => {
            const at = found.index + found[0].length;
            return `${found[1]} ${Buffer.from(text.slice(at)).subarray(0, Number(found[2]))}`;
          },
        );
        if (bodies.length < answers) return;
        socket.destroy();
        resolve(bodies);
      });
      socket.on("close", () => reject(new Error(`closed after: ${text}`)));
    });
  const post = (body: string, path = "/bid", ...lines: string[]) =>
    [`POST ${path} HTTP/1.1`, "Host: x", `Content-Length: ${body.length}`, ...lines, "", body].join("\r\n");

  test("several requests in one chunk, and one request in many", async () => {
    expect(await talk([post("one") + post("two") + post("three")], 3)).toEqual(["200 one", "200 two", "200 three"]);
    expect(await talk([...post("a longer body in pieces")], 1)).toEqual(["200 a longer body in pieces"]);
    expect(await talk([post("whole") + post("body in two").slice(0, -4), " two"], 2)).toEqual([
      "200 whole",
      "200 body in two",
    ]);
  });

  test("node:http takes over at any other request, with the bytes before and after", async () => {
    const chunked = "POST /bid HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n";
    expect(await talk([post("one") + chunked + post("three")], 3)).toEqual(["200 one", "200 abc", "200 three"]);
    expect(await talk(["OPTIONS /late HTTP/1.1\r\nHost: x\r\n\r\n", post("after")], 2)).toEqual(["200 ", "200 after"]);
  });

  const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`;

  test("responses keep the order of the requests, also when one is pending", async () => {
    const all = ["200 a", "200 b", "200 c", "200 d"];
    expect(await talk([get("/late?a") + get("/?b") + post("c") + get("/late?d")], 4)).toEqual(all);
    expect(await talk([get("/late?a"), get("/?b"), post("c"), get("/late?d")], 4)).toEqual(all);
    expect(await talk([...(post("a") + get("/late?b") + get("/?c") + post("d"))], 4)).toEqual(all);
    const chunked = "POST /bid HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nb\r\n0\r\n\r\n";
    expect(await talk([get("/late?a") + chunked + get("/?c")], 3)).toEqual(all.slice(0, 3));
  });

  test("an error is answered with 503 and the connection stays open", async () => {
    const busy = "503 Try again later.";
    expect(await talk([get("/broken"), get("/unsafe"), get("/?c")], 3)).toEqual([busy, busy, "200 c"]);
  });

  test("leaves requests that node:http rejects to it", async () => {
    const twoLengths = post("abc", "/two").replace("Host: x", "Host: x\r\nContent-Length: 0");
    expect(await talk([twoLengths], 1).catch(String)).toMatch(/400/);
    expect(seen.filter((line) => line.startsWith("POST /two"))).toEqual([]);
    const large = "x".repeat(300_000);
    expect(await talk([post(large)], 1)).toEqual(["413 The request is too large."]);
  });

  test("an unsent response is not overwritten by the next one", async () => {
    const socket = connect({ port: ads.port, host: "127.0.0.1" });
    const letters = "abcdefghij".repeat(30);
    // More than the kernel buffers for a client that does not read.
    const long = (letter: string): string => letter.repeat(30_000);
    socket.pause();
    for (const letter of letters) socket.write(post(long(letter)));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const found: string[] = [];
    let text = "";
    const answer = /HTTP\/1\.1 200 OK[\s\S]*?\r\n\r\n(\w{30000})/;
    await new Promise<void>((resolve) => {
      socket.on("data", (chunk) => {
        text += chunk.toString("latin1");
        for (let next = answer.exec(text); next !== null; next = answer.exec(text)) {
          found.push(next[1] === long(next[1]![0]!) ? next[1]![0]! : "mixed");
          text = text.slice(next.index + next[0].length);
        }
        if (found.length === letters.length) resolve();
      });
      socket.resume();
    });
    socket.destroy();
    expect(found.join("")).toBe(letters);
  });

  test("a half-closed connection gets its responses and is closed", async () => {
    const ended = (sent: string): Promise<string> =>
      new Promise((resolve, reject) => {
        let text = "";
        const socket = connect({ port: ads.port, host: "127.0.0.1", allowHalfOpen: true }, () => socket.end(sent));
        socket.on("data", (chunk) => {
          text += chunk.toString("latin1");
        });
        socket.on("end", () => resolve(text)).on("error", reject);
      });
    expect(await ended(get("/late?a") + post("b"))).toMatch(
      /^HTTP\/1\.1 200[\s\S]+\r\n\r\naHTTP\/1\.1 200[\s\S]+\r\n\r\nb$/,
    );
    expect(await ended(post("whole") + post("half of it").slice(0, -3)).catch(String)).not.toContain("half");
    expect(await ended("GET / HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200/);
  });

  test("an absolute-form target equals its origin form", async () => {
    for (const [target, body] of [
      ["http://ads.example/?a", "200 a"],
      ["HTTP://ads.example:8080/odd?b", "200 Zürich"],
      ["https://ads.example?c", "200 c"],
      ["http://ads.example", "200 "],
    ] as const) {
      expect(await talk([get(target), get("/?next")], 2)).toEqual([body, "200 next"]);
    }
    expect(await talk([post("body", "http://ads.example/two")], 1)).toEqual(["200 body"]);
    expect(seen.at(-1)).toContain("POST /two body");
  });

  test("the length of non-ASCII text is in bytes", async () => {
    expect(await talk([post("", "/odd"), post("next")], 2)).toEqual(["200 Zürich", "200 next"]);
  });
});
