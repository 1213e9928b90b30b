/** Entry of a refused item in the answer of a batch request. */
import { Type } from "typebox";
import type { Rejection } from "../../core/rejection.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { hintOf } from "./refusal-form.ts";
import { refusalOf } from "./refusal.ts";

/** Fields of a refused item beside its status, instead of the requested fields. */
export const ItemRefusal = {
  error: Type.Optional(Type.String({ description: "The text that the dialect's clients match" })),
  code: Type.Optional(Type.String({ description: "Stable, and the same in every dialect" })),
  hint: Type.Optional(Type.String({ description: "What was expected, and what came" })),
};

export function refusedItem(rejection: Rejection, dialect: Dialect) {
  const { status, error } = refusalOf(rejection, dialect, false);
  return { status, error, code: rejection.code, hint: hintOf(rejection) };
}
