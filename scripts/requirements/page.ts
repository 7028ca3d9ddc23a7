import type { NamedTest } from "./read-tests.ts";

export type Requirement = { id: string; area: string; text: string; check: string };

/** The rows of docs/requirements.tsv. @throws for an incomplete row or a duplicate id. */
export function readRequirements(table: string): Requirement[] {
  const [head, ...lines] = table.trimEnd().split("\n");
  if (head !== "id\tsection\tarea\trequirement\tcheck") throw new Error("docs/requirements.tsv: unknown columns");
  const seen = new Set<string>();
  return lines.map((line, at) => {
    const [id = "", , area = "", text = "", check = ""] = line.split("\t");
    if (id === "" || area === "" || text === "") throw new Error(`docs/requirements.tsv:${at + 2} is incomplete`);
    if (seen.has(id)) throw new Error(`docs/requirements.tsv:${at + 2} ${id} is there twice`);
    seen.add(id);
    return { id, area, text, check };
  });
}

/** Tests with a requirement missing in the table. */
export function unknownIds(requirements: Requirement[], tests: NamedTest[]): string[] {
  const known = new Set(requirements.map(({ id }) => id));
  return tests.flatMap(({ file, line, ids }) =>
    ids.filter((id) => !known.has(id)).map((id) => `${file}:${line} ${id} is not in docs/requirements.tsv`),
  );
}

/** docs/requirements.md: each requirement, by area, with the tests that prove it. */
export function requirementsPage(requirements: Requirement[], tests: NamedTest[]): string {
  const proofs = new Map<string, string[]>();
  for (const { file, title, ids } of tests) {
    for (const id of ids) {
      const list = proofs.get(id) ?? [];
      const entry = `  - \`${file}\`: ${escapeText(title)}`;
      if (!list.includes(entry)) proofs.set(id, [...list, entry]);
    }
  }
  const areas = [...new Set(requirements.map(({ area }) => area))].sort();
  const proved = requirements.filter(({ id }) => proofs.has(id)).length;
  const sections = areas.map((area) => {
    const rows = requirements.filter((row) => row.area === area);
    const count = rows.filter(({ id }) => proofs.has(id)).length;
    const lines = rows.flatMap(({ id, text }) => [
      `- **${id}** ${escapeText(text)}`,
      ...(proofs.get(id) ?? ["  - no test names it"]).sort(),
    ]);
    return `## ${area} (${count} of ${rows.length})\n\n${lines.join("\n")}\n`;
  });
  const head = `# Requirements and their tests

Made by \`npm run requirements\` from [requirements.tsv](requirements.tsv) and the ids in test titles; do not edit.
${proved} of ${requirements.length} requirements are named by a test.
`;
  return [head, ...sections].join("\n");
}

/** Escapes text for Markdown: no HTML, no emphasis, no links. */
const escapeText = (text: string): string => text.replaceAll(/[\\`*_[\]<>|]/g, (sign) => `\\${sign}`);
