import { createServer } from "node:net";
import { expect, test, vi } from "vitest";
import { surviveAcceptErrors } from "./accept-errors.ts";

test("a connection that the system does not hand over is logged and does not end the process", () => {
  const server = createServer();
  const failure = new Error("accept ENOBUFS");
  expect(() => server.emit("error", failure)).toThrow(failure);
  const error = vi.fn();
  surviveAcceptErrors(server, { error });
  server.emit("error", failure);
  expect(error).toHaveBeenCalledWith({ err: failure }, expect.any(String));
});
