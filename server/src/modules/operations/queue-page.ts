import type { Language } from "@litfass/contract/kernel/language";
import { userActor } from "@litfass/platform/command/actor";
import { type Html, html } from "@litfass/platform/http/pages/html";
import { countJobs, type JobState, jobStates, type ListedJob, listJobs } from "@litfass/platform/jobs/job-list-sql";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import { formatUtc } from "./format-utc.ts";
import { retryJob } from "./operation-commands.ts";
import {
  mountOperation,
  mountOperationForm,
  type OperationCall,
  pageLinks,
  sendOperation,
  tokenField,
} from "./operation-page.ts";
import { t } from "./texts.ts";

const path = "/queue-monitor";
const perPage = 50;
const tones: Partial<Record<JobState, string>> = { failed: "bad", retry: "warn", active: "good" };

/** The queue monitor: background jobs with state, attempts and errors; failed ones can be retried (MENU-ROLE-017). */
export function queuePage(app: FastifyInstance, { db }: Platform): void {
  mountOperation(app, path, (call) => show(call, null));

  mountOperationForm(app, path, async (call) => {
    const { name, id } = call.form;
    const isJob = typeof name === "string" && typeof id === "string" && /^[0-9a-f-]{36}$/.test(id);
    const isKnown = isJob && (await countJobs(db)).some((queue) => queue.name === name);
    const isRetried = isKnown && (await retry(call, { queue: name, id }));
    return show(
      call,
      isRetried ? t(call.lang, "queue.retried", { name: String(name) }) : t(call.lang, "queue.notRetried"),
    );
  });

  async function retry({ caller, lang }: OperationCall, input: { queue: string; id: string }): Promise<boolean> {
    const outcome = await app.services.execute(retryJob, { actor: userActor(caller), input, lang });
    return outcome.status === "done" && outcome.output;
  }

  async function show(call: OperationCall, result: string | null) {
    const { lang } = call;
    const counts = await countJobs(db);
    const state = jobStates.find((each) => each === call.query.state);
    const name = counts.find((each) => each.name === call.query.name)?.name;
    const page = Math.min(10_000, Math.max(1, Number.parseInt(call.query.page ?? "1", 10) || 1));
    const { jobs: listed, total } = await listJobs(db, { state, name, page, perPage });
    const sum = (which: JobState) => counts.reduce((all, each) => all + each[which], 0);
    const at = (to: number) =>
      `${path}?${new URLSearchParams({ state: state ?? "", name: name ?? "", page: String(to) })}`;
    const pages = Math.max(1, Math.ceil(total / perPage));
    const names = counts.map((each) => each.name);
    const [failed, waiting] = [sum("failed"), sum("created") + sum("retry")];
    const body = html`${result && html`<p class="note" role="status">${result}</p>`}
${filters(lang, state, name, names)}
<div class="sheet">${listed.length > 0 ? table(app, call, listed) : html`<p class="pad">${t(lang, "queue.none")}</p>`}</div>
${pageLinks(lang, page > 1 ? at(page - 1) : null, page < pages ? at(page + 1) : null, t(lang, "pageOf", { page, pages }))}`;
    return sendOperation(call, "queueMonitor", {
      title:
        failed > 0 ? t(lang, "queue.titleFailed", { count: failed, waiting }) : t(lang, "queue.title", { waiting }),
      lead: t(lang, "queue.lead"),
      body,
    });
  }
}

function filters(lang: Language, state: JobState | undefined, name: string | undefined, names: string[]): Html {
  const option = (value: string, label: string, chosen: boolean) =>
    html`<option value="${value}"${chosen && html` selected`}>${label}</option>`;
  return html`<form method="get" action="${path}" class="filters">
<label>${t(lang, "queue.state")}<select name="state">${option("", t(lang, "all"), !state)}${jobStates.map((each) => option(each, t(lang, `queue.states.${each}`), each === state))}</select></label>
<label>${t(lang, "queue.name")}<select name="name">${option("", t(lang, "all"), !name)}${names.map((each) => option(each, each, each === name))}</select></label>
<button type="submit">${t(lang, "filter")}</button></form>`;
}

function table(app: FastifyInstance, call: OperationCall, listed: ListedJob[]): Html {
  const { lang } = call;
  const column = (name: "job" | "state" | "tries" | "created" | "ended" | "error") => t(lang, `queue.columns.${name}`);
  const token = listed.some(({ state }) => state === "failed") ? tokenField(app, call) : html``;
  const row = (job: ListedJob) => html`<tr>
<td data-label="${column("job")}"><div>${job.name}<span class="small">${job.id}</span></div></td>
<td data-label="${column("state")}"><div><span class="${tones[job.state] ?? "soft"}">${t(lang, `queue.states.${job.state}`)}</span>${
    (job.state === "created" || job.state === "retry") &&
    html`<span class="small when">${t(lang, "queue.due", { at: formatUtc(job.startAfter) })}</span>`
  }</div></td>
<td data-label="${column("tries")}" class="when">${t(lang, "queue.triesOf", { done: triesOf(job), max: job.retryLimit + 1 })}</td>
<td data-label="${column("created")}" class="when">${formatUtc(job.createdAt)}</td>
<td data-label="${column("ended")}" class="when">${job.completedAt && formatUtc(job.completedAt)}</td>
<td data-label="${column("error")}">${
    (job.error || job.state === "failed") &&
    html`<div>${job.error?.slice(0, 2000)}${
      job.state === "failed" &&
      html`<form method="post" action="${path}">${token}<input type="hidden" name="name" value="${job.name}"><input type="hidden" name="id" value="${job.id}"><button type="submit" class="plain" aria-label="${t(lang, "queue.retryNamed", { name: job.name })}">${t(lang, "queue.retry")}</button></form>`
    }</div>`
  }</td></tr>`;
  return html`<table><thead><tr><th>${column("job")}</th><th>${column("state")}</th><th>${column("tries")}</th><th>${column("created")}</th><th>${column("ended")}</th><th>${column("error")}</th></tr></thead><tbody>${listed.map(row)}</tbody></table>`;
}

/** Started attempts: the failed ones, and the current or last one. */
const triesOf = ({ state, retries }: ListedJob): number =>
  state === "created" ? 0 : state === "retry" ? retries || 1 : retries + 1;
