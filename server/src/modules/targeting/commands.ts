import type { AnyCommand } from "@litfass/platform/command/command";
import { importAudiences } from "./audiences/import-audiences.ts";
import { changeDomainList } from "./domain-lists/change-domain-list.ts";
import { createDomainList } from "./domain-lists/create-domain-list.ts";
import { deleteDomainList } from "./domain-lists/delete-domain-list.ts";

/** Every command of this module. */
export const targetingCommands: readonly AnyCommand[] = [
  importAudiences,
  createDomainList,
  changeDomainList,
  deleteDomainList,
];
