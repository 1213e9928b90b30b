/**
 * Operations and parameters that not every dialect has. Parameters are marked in their schemas, so that elsewhere an
 * operation is without them, and they count as unknown. A handler, which serves all dialects, reads them only where they
 * are.
 */
import { Type } from "typebox";
import type { TSchema } from "typebox";
import type { Endpoint } from "../endpoint.ts";
import type { Dialect } from "./dialect.ts";

const DIALECTS = Symbol("dialects");

type DialectSchema = { readonly [DIALECTS]?: readonly Dialect[] };

/** The schema of a parameter that only these dialects have; nothing else of it changes. */
export const onlyIn = <Schema extends TSchema>(dialects: readonly Dialect[], schema: Schema): Schema =>
  Object.create(Object.getPrototypeOf(schema), {
    ...Object.getOwnPropertyDescriptors(schema),
    [DIALECTS]: { value: dialects },
  });

const isIn = (dialect: Dialect, schema: DialectSchema): boolean =>
  schema[DIALECTS]?.includes(dialect) ?? true;

/** The operations that a dialect has, each as it has them. */
export const operationsIn = (endpoints: readonly Endpoint[], dialect: Dialect): Endpoint[] =>
  endpoints
    .filter(({ dialects }) => dialects?.includes(dialect) ?? true)
    .map((endpoint) => inDialect(endpoint, dialect));

/** The operation as a dialect has it. */
export function inDialect(endpoint: Endpoint, dialect: Dialect): Endpoint {
  if (endpoint.query === undefined) return endpoint;
  const parameters = Object.entries(endpoint.query.properties);
  const kept = parameters.filter(([, schema]) => isIn(dialect, schema));
  if (kept.length === parameters.length) return endpoint;
  return { ...endpoint, query: Type.Object(Object.fromEntries(kept)) };
}
