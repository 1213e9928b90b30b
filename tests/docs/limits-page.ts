/** docs/limits.md, with its tables of how much one client may ask. */
import { FAILED_SIGN_INS, RATE_LIMITS, WALLET_FACTOR } from "../../src/http/guard/rate-limits.ts";
import type { RateLimit } from "../../src/http/guard/rate-limits.ts";
import { pageOf } from "./made-tables.ts";
import { markdownTable } from "./markdown-table.ts";
import type { Cells } from "./markdown-table.ts";

const HEAD = ["limit", "operations", "each address", "each API key", "each wallet"];

const shown = (count: number): string => count.toLocaleString("en-US");

const allowed = ({ rates }: RateLimit, factor = 1): string =>
  rates
    .map(
      ({ count, seconds }) =>
        `${shown(count * factor)} in ${seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`}`,
    )
    .join(", ");

function rowOf(limit: RateLimit): Cells {
  const { name, routes, ofCallers = false, byItem = false } = limit;
  const operations = routes.map((route) => `\`${route.replaceAll(/:(\w+)/g, "{$1}")}\``).join(", ");
  return [
    name,
    operations === "" ? "all" : operations + (byItem ? "; each item of a batch counts" : ""),
    allowed(limit),
    ofCallers ? allowed(limit) : "",
    ofCallers ? allowed(limit, WALLET_FACTOR) : "",
  ];
}

function tableOf(name: string): string {
  if (name === "credentials")
    return markdownTable(HEAD.slice(0, 3), [[FAILED_SIGN_INS.name, "all", allowed(FAILED_SIGN_INS)]]);
  if (name !== "trading" && name !== "data" && name !== "catalog")
    throw new Error(`no limits are of ${name}`);
  return markdownTable(HEAD, RATE_LIMITS[name].map(rowOf));
}

export const limitsPage = () => pageOf("limits.md", tableOf);
