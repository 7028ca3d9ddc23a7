import { recordAudit } from "@litfass/platform/audit/audit";
import { type Html, html } from "@litfass/platform/http/pages/html";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import { mountOperation, mountOperationForm, type OperationCall, sendOperation, tokenField } from "./operation-page.ts";
import { textsOf } from "./texts.ts";

/** A safe piece of maintenance. It takes no input, and answers what it did, line by line. */
export type Command = {
  name: string;
  about: Record<"en" | "de", string>;
  run(callerUid: string): Promise<string[]>;
};

const path = "/~artisan";

/** A fixed list of maintenance commands with their output; nothing else can be run (MENU-ROLE-017). */
export function commandsPage(app: FastifyInstance, platform: Platform, commands: Command[]): void {
  const { db, clock, log } = platform;
  mountOperation(app, path, async (call) => show(call, html``));

  mountOperationForm(app, path, async (call) => {
    const texts = textsOf(call.lang).commands;
    const command = commands.find(({ name }) => name === call.form.command);
    if (!command) return show({ ...call, reply: call.reply.code(422) }, note(texts.unknown, true));
    const { uid } = call.caller;
    const details = { description: command.name };
    await db.transaction((tx) =>
      recordAudit(tx, { at: clock.now(), actorUid: uid, subjectUid: uid, action: "command_run", details }),
    );
    const began = clock.now().getTime();
    try {
      const lines = await command.run(uid);
      const done = texts.done(command.name, clock.now().getTime() - began);
      return show(call, html`${note(done, false)}${output(texts.output, lines)}`);
    } catch (error) {
      log.error({ err: error, command: command.name }, "a maintenance command failed");
      const lines = [error instanceof Error ? error.message : String(error)];
      return show(call, html`${note(texts.failed(command.name), true)}${output(texts.output, lines)}`);
    }
  });

  async function show(call: OperationCall, said: Html) {
    const texts = textsOf(call.lang).commands;
    const token = tokenField(app, call);
    const items = commands.map(
      ({ name, about }) => html`<li><div><code>${name}</code><p>${about[call.lang]}</p></div>
<form method="post" action="${path}">${token}<input type="hidden" name="command" value="${name}"><button type="submit" class="plain" aria-label="${texts.runNamed(name)}">${texts.run}</button></form></li>`,
    );
    const body = html`${said}<div class="sheet"><ul class="commands">${items}</ul></div>`;
    return sendOperation(call, "commands", { title: texts.title, lead: texts.lead, body });
  }
}

const note = (text: string, isBad: boolean): Html =>
  html`<p class="note${isBad && " bad"}" role="${isBad ? "alert" : "status"}">${text}</p>`;

const output = (label: string, lines: string[]): Html =>
  html`<section class="sheet pad" aria-label="${label}"><pre>${lines.join("\n")}</pre></section>`;
