/** docs/rejections.md, with its tables of rejections and of the routes that word them in another way. */
import { REJECTIONS } from "../../src/core/rejection.ts";
import type { RejectionCode } from "../../src/core/rejection.ts";
import { routeOf } from "../../src/http/endpoint.ts";
import type { RefusalText } from "../../src/http/refusal-form.ts";
import { tradingEndpoints } from "../../src/http/trading/endpoints.ts";
import { REFUSALS } from "../../src/http/trading/refusal.ts";
import { pageOf } from "./made-tables.ts";
import { markdownTable } from "./markdown-table.ts";
import type { Cells } from "./markdown-table.ts";
import { REMEDIES } from "./rejection-remedies.ts";

const HEAD = [
  "code",
  "meaning",
  "status",
  "text: specification",
  "text: Polymarket",
  "text: Kuest",
  "what to do",
  "example of a hint",
];

const quoted = (text: string): string => `\`${text}\``;

function rowOf([code, meaning]: readonly [string, string]): Cells {
  const { status, error, polymarket = error, kuest = error } = REFUSALS[code as RejectionCode];
  const { todo, hint } = REMEDIES[code as RejectionCode];
  return [
    quoted(code),
    meaning,
    String(status),
    quoted(error),
    quoted(polymarket),
    quoted(kuest),
    todo,
    hint,
  ];
}

const ROUTE_HEAD = ["code", "of", "routes", "dialects", "status", "text"];

/** Operations by the texts of their own, in the order of the interface. */
const OPERATIONS = tradingEndpoints("sandbox");
const OWN_TEXTS = [...new Set(OPERATIONS.flatMap(({ texts }) => texts))];

function routeRowOf(text: RefusalText): Cells {
  const { dialects, code, of = {}, status, error } = text;
  const routes = OPERATIONS.filter(({ texts }) => texts.includes(text)).map(routeOf);
  const values = Object.entries(of).map(([name, value]) => quoted(`${name}: ${value}`));
  return [
    quoted(code),
    values.join(", "),
    routes.map((route) => quoted(route.replaceAll(/:(\w+)/g, "{$1}"))).join(", "),
    dialects.join(", "),
    String(status ?? REFUSALS[code].status),
    quoted(error),
  ];
}

const TABLES: { readonly [name: string]: () => string } = {
  rejections: () => markdownTable(HEAD, Object.entries(REJECTIONS).map(rowOf)),
  routes: () => markdownTable(ROUTE_HEAD, OWN_TEXTS.map(routeRowOf)),
};

export const rejectionsPage = () => pageOf("rejections.md", (name) => TABLES[name]!());
