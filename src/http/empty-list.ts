/** Parts of operations whose list is always empty: parameters without effect, and a schema of no rows. */
import { Type } from "typebox";

const UNUSED = { description: "There are no rows that it could choose or sort" };

export const UnusedText = Type.Optional(Type.String(UNUSED));
export const UnusedFlag = Type.Optional(Type.Boolean(UNUSED));
export const UnusedInteger = Type.Optional(Type.Integer(UNUSED));
export const UnusedTexts = Type.Optional(Type.Array(Type.String(), UNUSED));
export const UnusedIntegers = Type.Optional(Type.Array(Type.Integer(), UNUSED));

export const NoRows = Type.Array(Type.Never(), { maxItems: 0 });
