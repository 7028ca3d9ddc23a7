import type { Language } from "@litfass/contract/kernel/language";
import type { Caller } from "@litfass/contract/kernel/roles";
import { userActor } from "@litfass/platform/command/actor";
import { type Html, html } from "@litfass/platform/http/pages/html";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import { startMaintenance } from "./operation-commands.ts";
import { mountOperation, mountOperationForm, type OperationCall, sendOperation, tokenField } from "./operation-page.ts";
import { t } from "./texts.ts";

/** A safe maintenance task. It takes no input and returns its output lines. */
export type MaintenanceCommand = {
  name: string;
  about: Record<Language, string>;
  run(caller: Caller): Promise<string[]>;
};

const path = "/~artisan";

/** A fixed list of maintenance commands with their output; no other command can be run (MENU-ROLE-017). */
export function commandsPage(app: FastifyInstance, platform: Platform, commands: MaintenanceCommand[]): void {
  const { clock, log } = platform;
  mountOperation(app, path, async (call) => show(call, html``));

  mountOperationForm(app, path, async (call) => {
    const { lang } = call;
    const command = commands.find(({ name }) => name === call.form.command);
    if (!command) return show({ ...call, reply: call.reply.code(422) }, note(t(lang, "commands.unknown"), true));
    const actor = userActor(call.caller);
    await app.services.execute(startMaintenance, { actor, input: { name: command.name }, lang });
    const startedAt = clock.now().getTime();
    try {
      const lines = await command.run(call.caller);
      const seconds = ((clock.now().getTime() - startedAt) / 1000).toFixed(1);
      const done = t(lang, "commands.done", { name: command.name, seconds });
      return show(call, html`${note(done, false)}${output(t(lang, "commands.output"), lines)}`);
    } catch (error) {
      log.error({ err: error, command: command.name }, "a maintenance command failed");
      const lines = [error instanceof Error ? error.message : String(error)];
      return show(
        call,
        html`${note(t(lang, "commands.failed", { name: command.name }), true)}${output(t(lang, "commands.output"), lines)}`,
      );
    }
  });

  async function show(call: OperationCall, result: Html) {
    const { lang } = call;
    const token = tokenField(app, call);
    const items = commands.map(
      ({ name, about }) => html`<li id="${name}"><div><code>${name}</code><p>${about[lang]}</p></div>
<form method="post" action="${path}">${token}<input type="hidden" name="command" value="${name}"><button type="submit" class="plain" aria-label="${t(lang, "commands.runNamed", { name })}">${t(lang, "commands.run")}</button></form></li>`,
    );
    const body = html`${result}<div class="sheet"><ul class="commands">${items}</ul></div>`;
    return sendOperation(call, "commands", { title: t(lang, "commands.title"), lead: t(lang, "commands.lead"), body });
  }
}

const note = (text: string, isBad: boolean): Html =>
  html`<p class="note${isBad && " bad"}" role="${isBad ? "alert" : "status"}">${text}</p>`;

const output = (label: string, lines: string[]): Html =>
  html`<section class="sheet pad" aria-label="${label}"><pre>${lines.join("\n")}</pre></section>`;
