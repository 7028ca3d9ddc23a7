import { endpoints } from "@litfass/contract/index";
import { trimEnd } from "@litfass/contract/kernel/trim";
import {
  type LogEntry,
  type LogFile,
  type LogQuery,
  logLevels,
  logQuery,
} from "@litfass/contract/operations/operations";
import { mount } from "@litfass/platform/http/mount";
import { type Html, html } from "@litfass/platform/http/pages/html";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import { formatUtc } from "./format-utc.ts";
import { type LogPage, listLogFiles, logFolder, readLogEntries } from "./log-files.ts";
import { mountOperation, type OperationCall, pageLinks, sendOperation } from "./operation-page.ts";
import { t } from "./texts.ts";

const tones: Partial<Record<string, string>> = { warn: "warn", error: "bad", fatal: "bad" };

/** The log viewer, its file as a segment of the path, and its calls (PAGE-024, API-OTHER-006). */
export function logsPage(app: FastifyInstance, { config }: Platform): void {
  const folder = logFolder(config.dataDir);
  mount(app, endpoints.listLogFiles, async () => ({ files: await listLogFiles(folder) }));
  mount(app, endpoints.listLogEntries, ({ query }) => readLogEntries(folder, query));

  const show = async (call: OperationCall) => {
    const { lang } = call;
    const files = await listLogFiles(folder);
    const usual = files.find(({ name }) => name === "api.log") ?? files[0];
    const file = call.params.view ?? usual?.name;
    if (!file)
      return sendOperation(call, "logs", {
        title: t(lang, "logs.empty"),
        lead: t(lang, "logs.emptyLead"),
        body: html``,
      });
    const { level, search, before } = call.query;
    const given = { file, search, ...(level ? { level } : {}), ...(before ? { before } : {}) };
    const parsed = logQuery.safeParse(given);
    const query: LogQuery = parsed.success ? parsed.data : { file };
    const page = await readLogEntries(folder, query);
    const body = html`${fileLinks(call, files, file)}${filters(call, query)}
<div class="sheet">${page.entries.length > 0 ? table(page.entries) : html`<p class="pad">${t(lang, "logs.none")}</p>`}</div>
${paging(call, query, page)}`;
    return sendOperation(call, "logs", {
      title: t(lang, "logs.title"),
      lead: t(lang, "logs.lead", { name: file }),
      body,
    });
  };
  mountOperation(app, "/logs", show);
  mountOperation(app, "/logs/:view", show);
}

const address = ({ file, level, search }: LogQuery, before: number | null): string => {
  const query = new URLSearchParams({ ...(level && { level }), ...(search && { search }) });
  if (before !== null) query.set("before", String(before));
  return `/logs/${file}${query.size > 0 ? `?${query}` : ""}`;
};

const sizeOf = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

const fileLinks = (call: OperationCall, files: LogFile[], chosen: string): Html =>
  html`<nav class="files" aria-label="${t(call.lang, "logs.files")}">${files.map(
    ({ name, bytes }) =>
      html`<a href="/logs/${name}"${name === chosen && html` aria-current="page"`}>${name} (${sizeOf(bytes)})</a>`,
  )}</nav>`;

function filters(call: OperationCall, query: LogQuery): Html {
  const { lang } = call;
  return html`<form method="get" action="/logs/${query.file}" class="filters">
<label>${t(lang, "logs.level")}<select name="level"><option value="">${t(lang, "all")}</option>${logLevels.map(
    (level) =>
      html`<option value="${level}"${level === query.level && html` selected`}>${t(lang, "logs.atLeast", { level })}</option>`,
  )}</select></label>
<label>${t(lang, "logs.search")}<input type="search" name="search" maxlength="200" value="${query.search ?? ""}"></label>
<button type="submit">${t(lang, "filter")}</button></form>`;
}

const maxSummary = 160;
/** The start of an entry's details in one line, without JSON punctuation. */
function summaryOf(details: string): string {
  const line = details
    .replaceAll(/[{}"[\]]/g, "")
    .split("\n")
    .map((part) => trimEnd(part.trim(), " ,"))
    .join("  ")
    .trim();
  return line.length > maxSummary ? `${line.slice(0, maxSummary)}…` : line;
}

function table(entries: LogEntry[]): Html {
  return html`<table class="log"><tbody>${entries.map(
    ({ at, level, process, message, details }) => html`<tr>
<td class="when soft">${at ? formatUtc(new Date(at)) : ""}</td>
<td class="${(level && tones[level]) ?? "soft"}">${level}</td>
<td class="soft">${process}</td>
<td><div>${message}${details && html`<details><summary>${summaryOf(details)}</summary><pre>${details}</pre></details>`}</div></td></tr>`,
  )}</tbody></table>`;
}

const paging = (call: OperationCall, query: LogQuery, { next }: LogPage): Html =>
  pageLinks(
    call.lang,
    query.before === undefined ? null : address(query, null),
    next === null ? null : address(query, next),
  );
