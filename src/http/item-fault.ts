/** Validates a single value, such as an item of a list or a message, and describes its fault. */
import type { TSchema } from "typebox";
import { Errors } from "typebox/schema";
import { describeMistake, firstFault, placeOf } from "./validation-fault.ts";
import type { ValidationFault } from "./validation-fault.ts";

/** Describes the fault in the wording of the whole body's validation; `index` is the item's index in the list. */
export function describeItemFault(schema: TSchema, item: unknown, index: number): string {
  const fault = faultIn(schema, item);
  return describeMistake(placeOf(`/${index}${fault.path}`, "body"), fault);
}

/** Describes the fault of an invalid message; `whole` names the message in the text. */
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

/** Returns the value at a path of names, each after a slash. */
const valueAt = (whole: unknown, path: string): unknown =>
  path
    .split("/")
    .slice(1)
    .reduce<unknown>(
      (value, name) => (typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined),
      whole,
    );
