import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean };

export type ReceivedSpan = {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  status: number;
  attributes: Record<string, string | number | boolean | undefined>;
};

type Body = {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] };
    scopeSpans: {
      spans: {
        name: string;
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        status?: { code?: number };
        attributes?: { key: string; value: Value }[];
      }[];
    }[];
  }[];
};

/** A receiver of OTLP over HTTP (JSON) on a free port of this machine. */
export async function startReceiver() {
  const spans: ReceivedSpan[] = [];
  /** All that was received, to search it for what must not be in it. */
  let received = "";
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => {
      text += part;
    });
    request.on("end", () => {
      received += text;
      spans.push(...spansOf(JSON.parse(text) as Body));
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    text: () => received,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const spansOf = ({ resourceSpans }: Body): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(attributesOf(resource.attributes)["service.name"]);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, traceId, spanId, parentSpanId = "", status, attributes = [] }) => ({
        service,
        name,
        traceId,
        spanId,
        parentSpanId,
        status: status?.code ?? 0,
        attributes: attributesOf(attributes),
      })),
    );
  });

const attributesOf = (list: { key: string; value: Value }[]) =>
  Object.fromEntries(
    list.map(({ key, value }) => [
      key,
      value.stringValue ??
        (value.intValue === undefined ? (value.doubleValue ?? value.boolValue) : Number(value.intValue)),
    ]),
  );
