/**
 * Records of answers: one row per field, with a schema and the function that computes the value. Document and serialization
 * follow from the rows, so that a field is added in one place.
 */
import { Type } from "typebox";
import type { Static, TObject, TOptional, TProperties, TSchema } from "typebox";

/** Value of a field; an optional field without a value is left out. */
type Value<Schema extends TSchema> = Static<Schema> | (Schema extends TOptional<TSchema> ? undefined : never);

type Field<Source, Schema extends TSchema> = readonly [
  schema: Schema,
  value: (source: Source) => Value<Schema>,
];

/** Fields by their names on the wire, in the order of the answer. */
export type Fields<Source> = Readonly<
  Record<string, readonly [schema: TSchema, value: (source: Source) => unknown]>
>;

/**
 * Checks that each row's value fits its schema. The first, empty call names the type of the source that the values are
 * taken from.
 */
export const fieldsOf =
  <Source>() =>
  <P extends TProperties>(fields: { readonly [Name in keyof P]: Field<Source, P[Name]> }) =>
    fields;

/** Makes a field with the same value in all records. */
export const constant = <const Constant extends string | number | boolean>(
  value: Constant,
  description?: string,
) => [Type.Literal(value, description === undefined ? {} : { description }), () => value] as const;

export type RecordForm<Source> = {
  readonly schema: TObject;
  /** Builds the record; fields without a value are left out. */
  readonly write: (source: Source) => Record<string, unknown>;
};

/**
 * Makes the schema and the writer of a record, once. `answer` has the fields in the order of the answer, if the document
 * has another order. If a field is repeated, the last value is written at the first place.
 */
export function recordOf<Source>(
  fields: Fields<Source>,
  answer: readonly Fields<Source>[] = [fields],
): RecordForm<Source> {
  const values = answer.flatMap((part) => Object.entries(part).map(([name, [, value]]) => ({ name, value })));
  return {
    schema: Type.Object(Object.fromEntries(Object.entries(fields).map(([name, [schema]]) => [name, schema]))),
    write(source) {
      const record: Record<string, unknown> = {};
      for (const { name, value } of values) {
        const written = value(source);
        if (written !== undefined) record[name] = written;
      }
      return record;
    },
  };
}

/** Leaves out the fields with these names, such as those of another dialect. */
export const omit = <Source>(fields: Fields<Source>, ...names: readonly string[]): Fields<Source> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** Picks the fields with these names, in the order of the names. */
export const pick = <Source>(fields: Fields<Source>, ...names: readonly string[]): Fields<Source> =>
  Object.fromEntries(
    names.map((name) => {
      const field = fields[name];
      if (field === undefined) throw new Error(`no field ${name}`);
      return [name, field];
    }),
  );

/** Replaces the schemas of fields; the values stay the same. */
export const redescribe = <Source>(fields: Fields<Source>, schemas: TProperties): Fields<Source> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, [schema, value]]) => [name, [schemas[name] ?? schema, value]]),
  );

/** Renames fields from camel case to snake case; `names` has the fields with other new names. */
export const toSnakeCase = <Source>(
  fields: Fields<Source>,
  names: Readonly<Record<string, string>> = {},
): Fields<Source> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      names[name] ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      field,
    ]),
  );
