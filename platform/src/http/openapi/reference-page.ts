import { Html, html } from "../pages/html.ts";
import type { ApiDocument, ApiOperation } from "./api-document.ts";

/** The reference as one page without scripts: calls by subject, each with input and output. */
export function referencePage(document: ApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const byTag = Map.groupBy(calls, ({ operation }) => operation.tags?.[0] ?? "Other");
  const tags = [...byTag.keys()].sort();
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${document.info.title}</title><link rel="stylesheet" href="/api/docs/style.css">
</head>
<body>
<header><h1>${document.info.title}</h1>
<p>${document.info.description} <a href="/api/v1/openapi.json">OpenAPI ${document.openapi} document</a></p>
<nav aria-label="Subjects">${tags.map((tag) => html`<a href="#${anchor(tag)}">${tag}</a> `)}</nav></header>
<main>${tags.map(
    (tag) => html`<section id="${anchor(tag)}"><h2>${tag}</h2>${(byTag.get(tag) ?? []).map(callOf)}</section>`,
  )}</main>
</body></html>`;
  return page.text;
}

const anchor = (tag: string): string => tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

type ApiCall = { path: string; method: string; operation: ApiOperation };

function callOf({ path, method, operation }: ApiCall): Html {
  return html`<details>
<summary><code class="${method.toLowerCase()}">${method}</code> <code>${path}</code> <span>${operation.summary}</span></summary>
<p>${operation.security?.some((each) => "session" in each) ? "For signed-in callers." : "For everybody."}</p>
${parametersOf(operation)}${bodyOf(operation)}${responsesOf(operation)}
</details>`;
}

function parametersOf({ parameters = [] }: ApiOperation): Html {
  if (parameters.length === 0) return new Html("");
  const rows = parameters.map(
    (parameter) => html`<tr><td><code>${parameter.name}</code> ${parameter.description}</td><td>${parameter.in}</td>
<td>${parameter.required ? "required" : "optional"}</td><td><code>${JSON.stringify(parameter.schema)}</code></td></tr>`,
  );
  return html`<h3>Parameters</h3><table><thead><tr><th>Name</th><th>In</th><th></th><th>Schema</th></tr></thead>
<tbody>${rows}</tbody></table>`;
}

function bodyOf({ requestBody }: ApiOperation): Html {
  const content = Object.entries(requestBody?.content ?? {});
  if (content.length === 0) return new Html("");
  return html`<h3>Body</h3>${content.map(
    ([type, { schema, example }]) => html`<p>${type}</p>${exampleBlock(example)}${schemaBlock(schema)}`,
  )}`;
}

function responsesOf({ responses = {} }: ApiOperation): Html {
  const rows = Object.entries(responses).map(([status, response]) => {
    const [content] = Object.values(response.content ?? {});
    const isSuccess = Number(status) < 300 && content?.schema;
    const shown = isSuccess ? html`${exampleBlock(content.example)}${schemaBlock(content.schema)}` : null;
    return html`<dt>${status}</dt><dd>${response.description}${shown}</dd>`;
  });
  return html`<h3>Answers</h3><dl>${rows}</dl>`;
}

const exampleBlock = (example: unknown): Html | null =>
  example === undefined ? null : html`<p>Example</p><pre>${JSON.stringify(example, null, 2)}</pre><p>Schema</p>`;

const schemaBlock = (schema: unknown): Html => html`<pre>${JSON.stringify(schema, null, 2)}</pre>`;

export const referenceStyle = `
:root { color-scheme: light dark; --line: light-dark(#d8dee6, #38414d); --quiet: light-dark(#55606e, #a3afbd); }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; font: 16px/1.5 system-ui, sans-serif; }
nav a { margin-right: .75rem; }
h2 { margin-top: 2rem; } h3 { margin: 1rem 0 .25rem; font-size: 1rem; }
details { border-top: 1px solid var(--line); padding: .5rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; } summary span { color: var(--quiet); }
summary code:first-child { display: inline-block; min-width: 4rem; font-weight: 700; }
pre, table { overflow-x: auto; display: block; font-size: .85rem; } td, th { padding: .25rem .75rem .25rem 0; text-align: left; vertical-align: top; }
dt { font-weight: 700; } dd { margin: 0 0 .5rem 1rem; }
`;
