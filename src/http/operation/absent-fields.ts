/** Optional fields of bodies that clients send as null or {} when they do not set them. */
import { Type } from "typebox";
import type { TSchema } from "typebox";

/** Marks the schema of an optional field of which null is a mistake, for example an id that the client failed to keep. */
export const NEVER_ABSENT = Symbol("never absent as null");

/** Removes optional fields that are null or {} from the value. Of a union, the first object or list schema applies. */
export function removeAbsentFields(schema: TSchema, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Type.IsUnion(schema)) {
    const fields = schema.anyOf.find((option) => Type.IsObject(option) || Type.IsArray(option));
    return fields === undefined ? value : removeAbsentFields(fields, value);
  }
  if (Array.isArray(value)) {
    if (!Type.IsArray(schema)) return value;
    const items = value.map((item) => removeAbsentFields(schema.items, item));
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  if (!Type.IsObject(schema)) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  const isKept = (name: string): boolean => !isAbsentIn(schema.properties[name], fields[name]);
  const names = Object.keys(fields);
  const removeWithin = (name: string): unknown => {
    const property = schema.properties[name];
    return property === undefined ? fields[name] : removeAbsentFields(property, fields[name]);
  };
  // Most bodies have no such field, and stay as they are.
  if (names.every((name) => isKept(name) && removeWithin(name) === fields[name])) return value;
  return Object.fromEntries(names.filter(isKept).map((name) => [name, removeWithin(name)]));
}

const isAbsentIn = (property: TSchema | undefined, field: unknown): boolean =>
  isAbsent(field) && property !== undefined && Type.IsOptional(property) && !(NEVER_ABSENT in property);

const isAbsent = (field: unknown): boolean =>
  field === null || (typeof field === "object" && !Array.isArray(field) && Object.keys(field).length === 0);
