import http from "node:http";
import https from "node:https";

export type HttpAnswer = { status: number; headers: http.IncomingHttpHeaders; body: string };

export type HttpAsk = {
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  timeoutMs: number;
};

export type HttpClient = {
  /** @throws Error without a complete response within the time-out. Redirects are not followed. */
  ask(url: string, ask: HttpAsk): Promise<HttpAnswer>;
  close(): void;
};

const largestBodyBytes = 2 * 1024 * 1024;
const maxSockets = 64;

/** The error of a late response. */
export class TimeoutError extends Error {
  override name = "TimeoutError";
}

/** Sends requests over keep-alive connections. */
export function httpClient(): HttpClient {
  const options = { keepAlive: true, maxSockets: maxSockets };
  const agents = { "http:": new http.Agent(options), "https:": new https.Agent(options) };
  return {
    ask: (url, { method = "GET", headers = {}, body, timeoutMs }) =>
      new Promise((resolve, reject) => {
        const target = new URL(url);
        const isPlain = target.protocol === "http:";
        if (!isPlain && target.protocol !== "https:") throw new Error(`${target.protocol} is not spoken here`);
        const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
        const request = (isPlain ? http : https).request(
          target,
          { method, headers: { ...headers, ...length }, agent: agents[target.protocol as "http:"] },
          (response) => {
            const chunks: Buffer[] = [];
            let bytes = 0;
            response.on("data", (chunk: Buffer) => {
              bytes += chunk.length;
              if (bytes > largestBodyBytes) request.destroy(new Error("The answer is too large"));
              else chunks.push(chunk);
            });
            response.on("error", reject);
            response.on("end", () => {
              clearTimeout(timer);
              const text = Buffer.concat(chunks).toString();
              resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
            });
          },
        );
        const timer = setTimeout(() => request.destroy(new TimeoutError(`No answer in ${timeoutMs} ms`)), timeoutMs);
        request.on("error", (error) => {
          clearTimeout(timer);
          reject(error);
        });
        request.end(body);
      }),
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}
