/** Optional fields of bodies that clients send as null or {} when they do not set them. */
import { Type } from "typebox";
import type { TSchema } from "typebox";

/** Removes optional fields that are null or {} from the value. Of a union, the first object or list schema applies. */
export function removeAbsentFields(schema: TSchema, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Type.IsUnion(schema)) {
    const fields = schema.anyOf.find((option) => Type.IsObject(option) || Type.IsArray(option));
    return fields === undefined ? value : removeAbsentFields(fields, value);
  }
  if (Array.isArray(value))
    return Type.IsArray(schema) ? value.map((item) => removeAbsentFields(schema.items, item)) : value;
  if (!Type.IsObject(schema)) return value;
  const { properties } = schema;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      const property = properties[name];
      if (property === undefined) return [[name, field]];
      return Type.IsOptional(property) && isAbsent(field)
        ? []
        : [[name, removeAbsentFields(property, field)]];
    }),
  );
}

const isAbsent = (field: unknown): boolean =>
  field === null || (typeof field === "object" && !Array.isArray(field) && Object.keys(field).length === 0);
