/** Faults that a schema finds in a value by itself: an item of a list, or a message. */
import type { TSchema } from "typebox";
import { Errors } from "typebox/schema";
import { describeMistake, firstFault, placeOf } from "./validation-fault.ts";
import type { ValidationFault } from "./validation-fault.ts";

/** Describes the fault in the words of the whole body's validation; `index` is the item's place in the list. */
export function describeItemFault(schema: TSchema, item: unknown, index: number): string {
  const fault = faultIn(schema, item);
  return describeMistake(placeOf(`/${index}${fault.path}`, "body"), fault);
}

/** Describes the fault of an invalid message; `whole` is its name. */
export function describeMessageFault(schema: TSchema, message: unknown, whole = "message"): string {
  const fault = faultIn(schema, message);
  return describeMistake(placeOf(fault.path, whole), fault);
}

function faultIn(schema: TSchema, item: unknown): ValidationFault {
  const [, errors] = Errors(schema, item);
  const found = errors.map(({ keyword, instancePath, schemaPath, params, message }) => ({
    keyword,
    instancePath,
    schemaPath,
    message,
    params: "requiredProperties" in params ? { missingProperty: params.requiredProperties[0] ?? "" } : {},
    data: valueAt(item, instancePath),
    parentSchema: valueAt(schema, schemaPath),
  }));
  return firstFault(found);
}

/** The value at a path of names, each after a slash. */
const valueAt = (whole: unknown, path: string): unknown =>
  path
    .split("/")
    .slice(1)
    .reduce<unknown>(
      (value, name) => (typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined),
      whole,
    );
