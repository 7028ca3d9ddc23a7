import type { AnyCommand } from "@litfass/platform/command/command";
import { deleteOldMessages, submitContactMessage } from "./contact/contact-commands.ts";
import {
  confirmNewsletter,
  subscribeToNewsletter,
  unsubscribeFromNewsletter,
} from "./newsletter/newsletter-commands.ts";

/** Every change of the public pages. */
export const siteCommands: readonly AnyCommand[] = [
  submitContactMessage,
  deleteOldMessages,
  subscribeToNewsletter,
  confirmNewsletter,
  unsubscribeFromNewsletter,
];
