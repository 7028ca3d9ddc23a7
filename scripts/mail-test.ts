import { languages } from "@litfass/contract/kernel/messages";
import { createLog } from "@litfass/platform/log";
import { sendTestMail } from "@litfass/platform/mail/send-test-mail";
import { readAppConfig } from "../server/src/processes/config.ts";

/** `npm run mail:test -- you@example.com [de]`: sends a test mail with this installation's settings. */
try {
  const [to, language = "en"] = process.argv.slice(2);
  if (!to) throw new Error("Give the e-mail address: npm run mail:test -- you@example.com");
  const lang = languages.find((each) => each === language);
  if (!lang) throw new Error(`The language is one of ${languages.join(", ")}`);
  const log = createLog({ level: "silent", process: "mail-test" });
  console.log(await sendTestMail(readAppConfig(process.env), log, to, lang));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
