import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { endpoints } from "@litfass/contract/index";
import type { EndpointDefinition } from "@litfass/contract/kernel/endpoint";
import { proxyNoticeMs } from "@litfass/platform/process/drain";
import { describe, expect, test } from "vitest";
import { skipped } from "../../tests/support/needs.ts";

const read = (name: string): string => readFileSync(path.join("deploy/proxies", name), "utf8");
const files = ["nginx.conf", "haproxy.cfg", "Caddyfile"] as const;

/** The largest body that each proxy passes to the app, in bytes, read from its configuration. */
const appBodyBytes = {
  "nginx.conf": (text: string) => Number(/client_max_body_size (\d+)m;/.exec(text)?.[1]) * 1024 ** 2,
  "haproxy.cfg": (text: string) => Number(/ app \{ req\.body_size gt (\d+) \}/.exec(text)?.[1]),
  // Caddy's MB are a million bytes.
  Caddyfile: (text: string) => Number(/max_size (\d+)MB/.exec(text)?.[1]) * 1_000_000,
};
const adBodyBytes = {
  "nginx.conf": (text: string) => Number(/client_max_body_size (\d+)k;/.exec(text)?.[1]) * 1024,
  "haproxy.cfg": (text: string) => Number(/ ads \{ req\.body_size gt (\d+) \}/.exec(text)?.[1]),
  Caddyfile: (text: string) => Number(/max_size (\d+)KiB/.exec(text)?.[1]) * 1024,
};
const adServerMaxBytes = Number(
  /maxBodyBytes = (\d+) \* 1024;/.exec(readFileSync("adserver/src/http/server.ts", "utf8"))?.[1],
);

describe.each(files)("%s", (name) => {
  test("passes the largest upload of the app", () => {
    const forms = (Object.values(endpoints) as EndpointDefinition[]).flatMap(({ multipart }) => multipart ?? []);
    const largest = Math.max(...forms.map(({ files, fileBytes }) => files * fileBytes));
    expect(appBodyBytes[name](read(name))).toBeGreaterThan(largest);
  });

  test("passes what the ad server takes, and no more", () => {
    expect(adBodyBytes[name](read(name))).toBe(adServerMaxBytes * 1024);
  });
});

test("a visitor's own X-Forwarded-For is replaced", () => {
  expect(read("nginx.conf").match(/X-Forwarded-For \$remote_addr;/g)).toHaveLength(2);
  expect(read("haproxy.cfg")).toMatch(/del-header X-Forwarded-For[\s\S]*option forwardfor/);
  // Caddy replaces it unless trusted_proxies names the peer.
  expect(read("Caddyfile")).not.toContain("trusted_proxies");
});

test("live figures pass without buffering, and survive the pause between two heartbeats", () => {
  const heartbeatMs = Number(
    /heartbeatMs: ([\d_]+) \}/
      .exec(readFileSync("server/src/modules/reporting/live/live-figures.ts", "utf8"))?.[1]
      ?.replaceAll("_", ""),
  );
  expect(heartbeatMs).toBeGreaterThan(0);
  expect(read("nginx.conf")).toContain("proxy_buffering off;");
  const seconds = [
    /proxy_read_timeout (\d+)s/.exec(read("nginx.conf")),
    /timeout server (\d+)s/.exec(read("haproxy.cfg")),
  ];
  for (const found of seconds) expect(Number(found?.[1]) * 1000).toBeGreaterThan(2 * heartbeatMs);
  expect(read("haproxy.cfg")).not.toContain("http-buffer-request");
  expect(read("Caddyfile").split("{$ADS_URL")[0]).not.toContain("response_header_timeout");
});

/** The files name certificates of /etc, which no test machine has. */
const withoutCertificates = {
  "nginx.conf": (text: string) =>
    `pid /dev/null; error_log stderr; events {} http { access_log off; ${text
      .replace(/listen 443 ssl http2;/g, "listen 127.0.0.1:8443;")
      .replace(/ssl_certificate.*;/g, "")} }`,
  "haproxy.cfg": (text: string) => text.replace(/ ssl crt \S+ alpn \S+/, ""),
  Caddyfile: (text: string) => text,
};
const programs = [
  { file: "nginx.conf", program: "nginx", version: "-v", args: (file: string) => ["-t", "-q", "-c", file] },
  { file: "haproxy.cfg", program: "haproxy", version: "-v", args: (file: string) => ["-c", "-q", "-f", file] },
  {
    file: "Caddyfile",
    program: "caddy",
    version: "version",
    args: (file: string) => ["validate", "--adapter", "caddyfile", "--config", file],
  },
] as const;

for (const { file, program, version, args } of programs) {
  const isThere = spawnSync(program, [version]).status === 0;
  const options = isThere ? {} : skipped(`${program} is not installed`);
  test(`${program} accepts ${file}`, options, () => {
    const folder = mkdtempSync(path.join(tmpdir(), "litfass-proxy-"));
    try {
      const copy = path.join(folder, file);
      writeFileSync(copy, withoutCertificates[file](read(file)));
      const { status, stderr } = spawnSync(program, args(copy), { encoding: "utf8" });
      expect(status, stderr).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

test("another ad server of the same origin takes over from one that does not listen", () => {
  const text = read("Caddyfile");
  const ads = text.slice(text.indexOf("{$ADS_URL"));
  for (const rule of ["lb_policy least_conn", "lb_try_duration 1s", "fail_duration 2s"]) expect(ads).toContain(rule);
});

test("a process that drains answers for longer than HAProxy takes to notice", () => {
  const servers = [...read("haproxy.cfg").matchAll(/ server (\S+) \S+ check inter (\d+)s fall (\d+)/g)];
  expect(servers.map(([, name]) => name)).toEqual(["app1", "ads1"]);
  for (const [, name, seconds, failures] of servers) {
    // On a busy machine checks are late: half of the time is left.
    expect(2 * Number(seconds) * Number(failures) * 1000, name).toBeLessThanOrEqual(proxyNoticeMs);
  }
});
