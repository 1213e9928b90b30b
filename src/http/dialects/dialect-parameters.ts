/**
 * Operations and parameters that not every dialect has, or has with the same bounds. Parameters are marked in their
 * schemas, so that elsewhere an operation is without them, and they count as unknown. A handler, which serves all dialects, reads them only where they
 * are.
 */
import { Type } from "typebox";
import type { TSchema } from "typebox";
import type { Endpoint } from "../endpoint.ts";
import type { Dialect } from "./dialect.ts";

const DIALECTS = Symbol("dialects");
const VARIANTS = Symbol("variants");

type Variants = { readonly [Name in Dialect]?: TSchema };
type DialectSchema = { readonly [DIALECTS]?: readonly Dialect[]; readonly [VARIANTS]?: Variants };

/** The schema of a parameter that only these dialects have; nothing else of it changes. */
export const onlyIn = <Schema extends TSchema>(dialects: readonly Dialect[], schema: Schema): Schema =>
  withMark(schema, { [DIALECTS]: { value: dialects } });

/** The schema of a parameter that has others, of the same values, in some dialects. */
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

/** The operations that a dialect has, each as it has them. */
export const operationsIn = (endpoints: readonly Endpoint[], dialect: Dialect): Endpoint[] =>
  endpoints
    .filter(({ dialects }) => dialects?.includes(dialect) ?? true)
    .map((endpoint) => inDialect(endpoint, dialect));

/** The operation as a dialect has it. */
export function inDialect(endpoint: Endpoint, dialect: Dialect): Endpoint {
  if (endpoint.query === undefined) return endpoint;
  const parameters = Object.entries(endpoint.query.properties);
  const had = parameters
    .filter(([, schema]) => isIn(dialect, schema))
    .map(([name, schema]) => [name, variantIn(dialect, schema)] as const);
  return { ...endpoint, query: Type.Object(Object.fromEntries(had)) };
}
