/** The pages of the HTTP interfaces: one of each, and of a large one also a page of each of its groups. */
import { codeSpan, paragraphs, placedAt, prose, sentence, slug, table } from "./markdown.ts";
import { readDocument, readExamples, routesOf } from "./openapi.ts";
import type { Document, Examples, Route, Tag } from "./openapi.ts";
import { fieldsOf, fieldTable, operationSection, refusalRows, refusalTable } from "./operation.ts";
import type { Shared } from "./operation.ts";
import type { MadePage } from "./made-page.ts";
import { headingOf, nameOf, namesWithin, rowsOf } from "./schema.ts";
import type { Schema } from "./schema.ts";

type Interface = {
  readonly name: "trading" | "data" | "catalog" | "operator";
  readonly title: string;
  /** Base address of a standard exchange. */
  readonly address: string;
};

const INTERFACES: readonly Interface[] = [
  { name: "trading", title: "Trading interface", address: "http://127.0.0.1:7001" },
  { name: "data", title: "Data interface", address: "http://127.0.0.1:7002" },
  { name: "catalog", title: "Catalog interface", address: "http://127.0.0.1:7003" },
  { name: "operator", title: "Operator API", address: "http://127.0.0.1:7004" },
];

/** Most operations of an interface on one page. */
const ONE_PAGE = 20;
/** Share of the operations that have a response which stands on the interface's page alone. */
const COMMON = 0.4;

export function httpPages(): readonly MadePage[] {
  const examples = readExamples();
  return INTERFACES.flatMap((one) => pagesOf(one, readDocument(one.name), examples));
}

function pagesOf(one: Interface, document: Document, examples: Examples): readonly MadePage[] {
  const routes = routesOf(document);
  const path = `reference/http/${one.name}`;
  const isSplit = routes.length > ONE_PAGE;
  const shared = (commonLink: string): Shared => ({
    responses: document.components.responses ?? {},
    common: commonResponses(routes),
    commonLink,
    examples: examples[one.name] ?? {},
  });
  const groups = document.tags
    .map((tag) => ({ tag, own: routes.filter(({ operation }) => operation.tags[0] === tag.name) }))
    .filter(({ own }) => own.length > 0);
  const here = shared("#refusals-of-most-operations");
  const parts = isSplit
    ? groups.map(({ tag, own }) =>
        groupPage(
          `${path}/${slug(tag.name)}`,
          one,
          { tag, own },
          document,
          shared(`../${one.name}.md#refusals-of-most-operations`),
        ),
      )
    : [];
  const sections = groups.map(({ tag, own }) =>
    isSplit
      ? paragraphs([
          `## [${tag.name}](${one.name}/${slug(tag.name)}.md)`,
          sentence(prose(tag.description)),
          operationList(own, `${one.name}/${slug(tag.name)}.md`),
        ])
      : paragraphs([
          `## ${tag.name}`,
          sentence(prose(tag.description)),
          ...own.map((route) => operationSection(route, 3, here)),
        ]),
  );
  const text = paragraphs([
    `# ${one.title}`,
    prose(document.info.description),
    `Address of a standard exchange: ${codeSpan(one.address)}. The document is at ${codeSpan("/openapi.json")} of it.`,
    ...sections,
    commonSection(here),
    isSplit ? "" : objects(document, routes),
  ]);
  return [{ path, text: placedAt(path, `${text}\n`), parts: parts.map((part) => part.path) }, ...parts];
}

type Group = { readonly tag: Tag; readonly own: readonly Route[] };

function groupPage(
  path: string,
  one: Interface,
  { tag, own }: Group,
  document: Document,
  shared: Shared,
): MadePage {
  const text = paragraphs([
    `# ${tag.name}`,
    `${sentence(prose(tag.description))} These operations are part of the [${one.title.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}](../${one.name}.md).`,
    ...own.map((route) => operationSection(route, 2, shared)),
    objects(document, own),
  ]);
  return { path, text: placedAt(path, `${text}\n`), parts: [] };
}

/** Anchor of an operation's heading, as GitHub makes it. */
const anchorOf = ({ method, path }: Route): string =>
  `${method} ${path}`
    .toLowerCase()
    .replaceAll(/[^\w -]/g, "")
    .replaceAll(" ", "-");

const operationList = (routes: readonly Route[], page: string): string =>
  table(
    ["Operation", "Purpose"],
    routes.map((route) => [
      `[${codeSpan(`${route.method} ${route.path}`)}](${page}#${anchorOf(route)})`,
      sentence(prose(route.operation.summary)),
    ]),
  );

/** The statuses of the responses that many operations share, by name. */
function commonResponses(routes: readonly Route[]): ReadonlyMap<string, string> {
  const uses = new Map<string, { readonly status: string; times: number }>();
  for (const { operation } of routes)
    for (const [status, response] of Object.entries(operation.responses)) {
      const use = uses.get(nameOf(response)) ?? { status, times: 0 };
      use.times += 1;
      uses.set(nameOf(response), use);
    }
  return new Map(
    [...uses]
      .filter(([name, { times }]) => name !== "" && times >= routes.length * COMMON)
      .map(([name, { status }]): readonly [string, string] => [name, status])
      .sort(([, one], [, other]) => one.localeCompare(other)),
  );
}

function commonSection({ responses, common }: Shared): string {
  const rows = [...common].flatMap(([name, status]) => refusalRows(status, responses[name] ?? {}));
  return rows.length === 0 ? "" : paragraphs(["## Refusals of most operations", refusalTable(rows)]);
}

function objectSection(name: string, schema: Schema): string {
  const rows = rowsOf(schema);
  const meaning = schema.description === undefined ? "" : sentence(prose(schema.description));
  return paragraphs([
    `### ${headingOf(name)}`,
    ...(rows.length === 0 ? [fieldsOf(schema, name)] : [meaning, fieldTable(rows)]),
  ]);
}

/** The named schemas that operations use, each with those within it. */
function objects({ components: { schemas } }: Document, routes: readonly Route[]): string {
  const found = new Set<string>();
  const add = (value: unknown): void => {
    for (const name of namesWithin(value)) {
      if (found.has(name)) continue;
      found.add(name);
      add(schemas[name]);
    }
  };
  for (const { operation } of routes) {
    add(operation.requestBody ?? {});
    add(operation.responses["200"] ?? {});
  }
  if (found.size === 0) return "";
  const sections = [...found].sort().map((name) => objectSection(name, schemas[name] ?? {}));
  return paragraphs(["## Objects", ...sections]);
}
