/** docs/reference/rejections.md, with its tables of rejections, of a placement's checks and of the words of single routes. */
import { PLACEMENT_CHECKS } from "../../src/core/orders/placement-checks.ts";
import { REJECTIONS } from "../../src/core/rejection.ts";
import type { RejectionCode } from "../../src/core/rejection.ts";
import { formatRoute } from "../../src/http/operation/endpoint.ts";
import type { ErrorText } from "../../src/http/operation/error-format.ts";
import { tradingEndpoints } from "../../src/http/trading/endpoints.ts";
import { ERROR_TEXTS } from "../../src/http/trading/wire-error.ts";
import { pageOf } from "./made-tables.ts";
import { markdownTable } from "./markdown-table.ts";
import type { Cells } from "./markdown-table.ts";
import { REMEDIES } from "./rejection-remedies.ts";

const HEAD = [
  "code",
  "meaning",
  "what to do",
  "status",
  "text: specification",
  "text: Polymarket",
  "text: Kuest",
  "example of a hint",
];

const quoted = (text: string): string => `\`${text}\``;

function rowOf([code, meaning]: readonly [string, string]): Cells {
  const { status, error, polymarket = error, kuest = error } = ERROR_TEXTS[code as RejectionCode];
  const { todo, hint } = REMEDIES[code as RejectionCode];
  return [
    quoted(code),
    meaning,
    todo,
    String(status),
    quoted(error),
    quoted(polymarket),
    quoted(kuest),
    hint,
  ];
}

const ROUTE_HEAD = ["code", "of", "routes", "dialects", "status", "text"];

/** Operations by the texts of their own, in the order of the interface. */
const OPERATIONS = tradingEndpoints("sandbox");
const OWN_TEXTS = [...new Set(OPERATIONS.flatMap(({ texts }) => texts))];

function routeRowOf(text: ErrorText): Cells {
  const { dialects, code, of = {}, status, error } = text;
  const routes = OPERATIONS.filter(({ texts }) => texts.includes(text)).map(formatRoute);
  const values = Object.entries(of).map(([name, value]) => quoted(`${name}: ${value}`));
  return [
    quoted(code),
    values.join(", "),
    routes.map((route) => quoted(route.replaceAll(/:(\w+)/g, "{$1}"))).join(", "),
    dialects.join(", "),
    String(status ?? ERROR_TEXTS[code].status),
    quoted(error),
  ];
}

const PHASES: { readonly [Phase in keyof typeof PLACEMENT_CHECKS]: string } = {
  request: "the request",
  signature: "the signature",
  terms: "the signed amounts",
  engine: "the exchange as a whole",
  order: "the order's market, owner and account",
  book: "the best price of the other side",
  fills: "the fills that it would have",
};

const placementRows = (): Cells[] =>
  Object.entries(PHASES).flatMap(([phase, subject]) =>
    PLACEMENT_CHECKS[phase as keyof typeof PHASES].map(({ check, codes }) => [
      subject,
      check,
      codes.map(quoted).join(", "),
    ]),
  );

const TABLES: { readonly [name: string]: () => string } = {
  rejections: () => markdownTable(HEAD, Object.entries(REJECTIONS).map(rowOf)),
  placement: () => markdownTable(["looks at", "check", "codes"], placementRows()),
  routes: () => markdownTable(ROUTE_HEAD, OWN_TEXTS.map(routeRowOf)),
};

export const rejectionsPage = () => pageOf("reference/rejections.md", (name) => TABLES[name]!());
