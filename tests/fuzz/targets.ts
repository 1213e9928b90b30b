/** Every operation whose answer ends at every place that serves it: in all dialects, on addresses of their own and on the one port. */
import { operationsIn } from "../../src/http/dialects/dialect-parameters.ts";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import type { DocumentedError, Endpoint, OperationGroup } from "../../src/http/operation/endpoint.ts";
import type { InterfaceName } from "../../src/http/mounts/interfaces.ts";
import { SANDBOX as SANDBOX_CONTROLS } from "../../src/http/sandbox/groups.ts";
import { SANDBOX } from "../../src/http/trading/groups.ts";
import { SERVED } from "../docs/openapi-documents.ts";
import type { World } from "./world.ts";

export type Target = {
  /** The interface, or "one port" for what is there beside the interfaces. */
  readonly area: string;
  readonly endpoint: Endpoint;
  /** The interface whose form its refusals have. */
  readonly interfaceName: InterfaceName | "operator";
  readonly dialect: Dialect;
  readonly port: number;
  /** Prefix of the path. */
  readonly prefix: string;
  /** Refusals that it documents. */
  readonly refusals: readonly DocumentedError[];
};

/** An operation, such as "trading GET /book", at all its places. */
export type Operation = { readonly name: string; readonly targets: readonly Target[] };

/** Headings of operations that production has not. */
const OF_SANDBOX: ReadonlySet<OperationGroup> = new Set([SANDBOX, SANDBOX_CONTROLS]);

const portOf = (url: string): number => Number(new URL(url).port);

export function operationsOf({ addresses, mode }: World): readonly Operation[] {
  const web = portOf(addresses.web);
  const targets = SERVED.flatMap(({ name, base, prefix, served }) => {
    const [area = ""] = name.split(",", 1);
    const { dialect, page } = served;
    const endpoints = served.endpoints.filter(
      ({ group, mediaType }) =>
        (mode === "sandbox" || !OF_SANDBOX.has(group)) && mediaType !== "text/event-stream",
    );
    return operationsIn(endpoints, dialect).flatMap((endpoint): Target[] => {
      const refusals = page.refusals(endpoint, dialect);
      const own = { endpoint, area, interfaceName: toInterfaceName(area), dialect, refusals };
      const atOwn = { ...own, port: portOf(base(addresses)), prefix: "" };
      return prefix === undefined ? [atOwn] : [atOwn, { ...own, port: web, prefix }];
    });
  });
  const groups = Map.groupBy(targets, ({ area, endpoint: { method, path } }) => `${area} ${method} ${path}`);
  return [...groups].map(([name, found]) => ({ name, targets: found }));
}

/** Operations of the specification's fourth section. */
export const SPECIFIED: ReadonlySet<string> = new Set([
  "trading POST /order",
  "trading DELETE /order",
  "trading GET /data/order/:id",
  "trading GET /data/trades",
  "trading GET /builder/trades",
  "trading POST /books",
  "trading GET /book",
  "trading POST /prices",
  "trading POST /batch-prices-history",
  "trading GET /sampling-markets",
  "trading GET /sampling-simplified-markets",
  "trading GET /simplified-markets",
  "trading GET /markets/:condition_id",
  "data GET /positions",
  "data GET /closed-positions",
  "data GET /activity",
  "data GET /holders",
  "catalog GET /events",
  "catalog GET /events/:id",
  "catalog GET /events/slug/:slug",
  "catalog GET /markets/:id",
  "catalog GET /markets/slug/:slug",
  "catalog GET /public-search",
]);

const NAMES = ["trading", "data", "catalog", "operator"] as const;

function toInterfaceName(text: string): (typeof NAMES)[number] {
  if (text === "one port") return "trading";
  const name = NAMES.find((one) => one === text);
  if (name === undefined) throw new Error(`no interface ${text}`);
  return name;
}
