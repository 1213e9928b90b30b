/** The fields of schemas, each with its description: that of itself, of its choices or of its entries. */

type Schema = {
  readonly $ref?: string;
  readonly type?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema | boolean;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly prefixItems?: readonly Schema[];
};

export type DescribedField = {
  /** Fields around it and its own name. */
  readonly path: string;
  readonly name: string;
  /** Description; empty without one. A reference and a constant describe themselves. */
  readonly description: string;
  /** True for a number or a text that is no name of a list. */
  readonly isQuantity: boolean;
};

/** Lists the fields of a schema at every depth, without those of schemas that it refers to. */
export function fieldsWithin(schema: unknown, path: string): readonly DescribedField[] {
  if (!isSchema(schema)) return [];
  const { properties = {}, items, additionalProperties, anyOf = [], prefixItems = [] } = schema;
  const own = Object.entries(properties).flatMap(([name, field]) => [
    fieldOf(name, field, `${path}.${name}`),
    ...fieldsWithin(field, `${path}.${name}`),
  ]);
  const inner = [items, additionalProperties, ...anyOf, ...prefixItems];
  return [...own, ...inner.flatMap((one) => fieldsWithin(one, path))];
}

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;

export const fieldOf = (name: string, schema: Schema, path: string): DescribedField => ({
  path,
  name,
  description: descriptionOf(schema),
  isQuantity: isQuantity(schema),
});

function descriptionOf({ $ref, const: constant, description, anyOf = [], items }: Schema): string {
  if ($ref !== undefined) return $ref;
  const inner = [...anyOf, items].filter(isSchema).map(({ description: text, $ref: name }) => text ?? name);
  const own = description ?? (constant === undefined ? undefined : JSON.stringify(constant));
  return [own, ...inner].filter((text) => text !== undefined).join(" ");
}

function isQuantity({ type, enum: values, const: constant, anyOf = [] }: Schema): boolean {
  const choices = anyOf.filter((choice) => choice.type !== "null");
  if (choices.length > 0) return choices.every(isQuantity);
  return (
    ["string", "number", "integer"].includes(String(type)) && values === undefined && constant === undefined
  );
}
