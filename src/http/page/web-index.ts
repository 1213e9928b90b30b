/** GET / of the one-port address: the interfaces there, and their paths. */
import { Type } from "typebox";
import type { Dialect } from "../dialects/dialect.ts";
import { endpoint, operationGroup } from "../endpoint.ts";
import type { Endpoint } from "../endpoint.ts";
import { INTERFACES, onePortPrefix } from "../interfaces.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

/** Heading of the address's own operations. */
export const INDEX = operationGroup("Index", "What is mounted here, and whether it answers");

const Prefixes = Type.Object({ trading: Type.String(), data: Type.String(), catalog: Type.String() });

export function indexOf(dialects: readonly Dialect[]): Endpoint {
  const prefixes = dialects.map((dialect) => [
    dialect,
    Object.fromEntries(INTERFACES.map((name) => [name, onePortPrefix(dialect, name)])),
  ]);
  return endpoint({
    method: "GET",
    kind: "service",
    path: "/",
    summary: "List the interfaces that are mounted on this address",
    group: INDEX,
    limits: ONLY_INTERFACE_LIMIT,
    refuses: [],
    answer: Type.Object({
      name: Type.String(),
      spec: Prefixes,
      polymarket: Type.Optional(Prefixes),
      kuest: Type.Optional(Prefixes),
    }),
    handle: () => ({ body: { name: "presage", ...Object.fromEntries(prefixes) } }),
  });
}
