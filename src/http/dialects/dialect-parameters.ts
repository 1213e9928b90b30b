/**
 * Operations and parameters that only some dialects have, or have with other bounds. A schema marks such a parameter;
 * in other dialects the operation refuses the parameter as unknown. A handler serves all dialects, and reads such a
 * parameter only if present.
 */
import { Type } from "typebox";
import type { TSchema } from "typebox";
import type { Endpoint } from "../operation/endpoint.ts";
import type { Dialect } from "./dialect.ts";

const DIALECTS = Symbol("dialects");
const VARIANTS = Symbol("variants");

type Variants = { readonly [Name in Dialect]?: TSchema };
type DialectSchema = { readonly [DIALECTS]?: readonly Dialect[]; readonly [VARIANTS]?: Variants };

/** Marks a parameter that only these dialects have; the schema is otherwise unchanged. */
export const onlyIn = <Schema extends TSchema>(dialects: readonly Dialect[], schema: Schema): Schema =>
  withMark(schema, { [DIALECTS]: { value: dialects } });

/** Marks a parameter whose schema differs in some dialects; the type of its value is the same. */
export const variedIn = <Schema extends TSchema>(
  variants: { readonly [Name in Dialect]?: Schema },
  schema: Schema,
): Schema => withMark(schema, { [VARIANTS]: { value: variants } });

const withMark = <Schema extends TSchema>(schema: Schema, mark: PropertyDescriptorMap): Schema =>
  Object.create(Object.getPrototypeOf(schema), { ...Object.getOwnPropertyDescriptors(schema), ...mark });

const isIn = (dialect: Dialect, schema: DialectSchema): boolean =>
  schema[DIALECTS]?.includes(dialect) ?? true;

const variantIn = (dialect: Dialect, schema: TSchema & DialectSchema): TSchema =>
  schema[VARIANTS]?.[dialect] ?? schema;

/** Lists the operations of a dialect, each with the dialect's parameters. */
export const operationsIn = (endpoints: readonly Endpoint[], dialect: Dialect): Endpoint[] =>
  endpoints
    .filter(({ dialects }) => dialects?.includes(dialect) ?? true)
    .map((endpoint) => inDialect(endpoint, dialect));

/** Returns the operation with the dialect's parameters. */
export function inDialect(endpoint: Endpoint, dialect: Dialect): Endpoint {
  if (endpoint.query === undefined) return endpoint;
  const parameters = Object.entries(endpoint.query.properties);
  const had = parameters
    .filter(([, schema]) => isIn(dialect, schema))
    .map(([name, schema]) => [name, variantIn(dialect, schema)] as const);
  return { ...endpoint, query: Type.Object(Object.fromEntries(had)) };
}
