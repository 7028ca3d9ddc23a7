import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLog } from "../platform/log.ts";
import { readPlainHead } from "./plain-post.ts";
import { type RunningServer, serve } from "./server.ts";
import { plain, type WireRequest } from "./wire.ts";

const head = (...lines: string[]): string =>
  ["POST /openrtb2/x/bid HTTP/1.1", "Host: ads.example", "Content-Length: 2", ...lines].join("\r\n");

test("a plain head is read: names in lower case, values trimmed", () => {
  expect(readPlainHead(head("X-OpenRTB-Version:  2.6 ", "connection: Keep-Alive"))).toEqual({
    path: "/openrtb2/x/bid",
    query: "",
    bodyBytes: 2,
    headers: { host: "ads.example", "content-length": "2", "x-openrtb-version": "2.6" },
  });
});

describe("what could be framed in two ways is left to node:http", () => {
  test.each([
    ["another method", head().replace("POST", "GET")],
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
  const answer = ({ method, path, body, ip }: WireRequest) => {
    seen.push(`${method} ${path} ${body.toString()} ${ip}`);
    return plain(200, path === "/odd" ? "Zürich" : body.toString());
  };
  beforeAll(async () => {
    const log = createLog({ level: "silent", process: "test" });
    ads = await serve({ post: answer, other: answer }, { host: "127.0.0.1", port: 0, isProxy: () => false, log });
  });
  afterAll(() => ads.stop());

  /** Sends the pieces one after the other and reads until so many answers are there. */
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

  test("several requests in one piece, and one in many", async () => {
    expect(await talk([post("one") + post("two") + post("three")], 3)).toEqual(["200 one", "200 two", "200 three"]);
    expect(await talk([...post("a longer body in pieces")], 1)).toEqual(["200 a longer body in pieces"]);
    expect(await talk([post("whole") + post("body in two").slice(0, -4), " two"], 2)).toEqual([
      "200 whole",
      "200 body in two",
    ]);
  });

  test("node:http takes over where a request is of another kind, with what came before and after", async () => {
    const chunked = "POST /bid HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n";
    expect(await talk([post("one") + chunked + post("three")], 3)).toEqual(["200 one", "200 abc", "200 three"]);
    expect(await talk(["GET /health HTTP/1.1\r\nHost: x\r\n\r\n", post("after")], 2)).toEqual(["200 ", "200 after"]);
  });

  test("what node:http refuses stays refused", async () => {
    const twoLengths = post("abc", "/two").replace("Host: x", "Host: x\r\nContent-Length: 0");
    expect(await talk([twoLengths], 1).catch(String)).toMatch(/400/);
    expect(seen.filter((line) => line.startsWith("POST /two"))).toEqual([]);
    const large = "x".repeat(300_000);
    expect(await talk([post(large)], 1)).toEqual(["413 The request is too large."]);
  });

  test("text beyond ASCII keeps its length", async () => {
    expect(await talk([post("", "/odd"), post("next")], 2)).toEqual(["200 Zürich", "200 next"]);
  });
});
