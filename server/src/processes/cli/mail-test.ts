import { languages } from "@litfass/contract/kernel/language";
import { createLog } from "@litfass/platform/log/log";
import { sendTestMail } from "@litfass/platform/mail/send-test-mail";
import { readAppConfig } from "../config.ts";
import { type CliCommand, CliError, readArguments, UsageError } from "./cli-command.ts";

/** Sends a test mail with this installation's settings. */
export const mailTest: CliCommand = {
  name: "mail-test",
  usage: `EMAIL [${languages.join("|")}]`,
  about: "sends a test mail with the settings of this installation",
  async run(args, { env, say }) {
    const [to = "", language = "en"] = readArguments(args, ["EMAIL", "[LANGUAGE]"], {}).positionals;
    const lang = languages.find((each) => each === language);
    if (!lang) throw new UsageError(`The language is one of ${languages.join(", ")}`);
    const log = createLog({ level: "silent", process: "mail-test" });
    const config = readAppConfig(env);
    say(
      await sendTestMail(config, log, to, lang).catch((error: Error) => {
        throw new CliError(error.message);
      }),
    );
    return 0;
  },
};
