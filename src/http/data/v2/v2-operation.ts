/** An operation of version 2 of the data interface, which newer clients of the services ask. */
import type { TObject, TSchema } from "typebox";
import { SERVICES } from "../../dialects/dialect.ts";
import type { Endpoint } from "../../endpoint.ts";
import { uncodedOperation } from "../../uncoded-operation.ts";
import type { UncodedOperation } from "../../uncoded-operation.ts";

type V2Operation<Q extends TObject> = Omit<
  UncodedOperation<Q, TObject, TSchema>,
  "method" | "dialects" | "strict"
>;

/** Describes a read of version 2: it refuses every parameter that it does not have. */
export const v2Operation = <Q extends TObject>(description: V2Operation<Q>): Endpoint =>
  uncodedOperation<Q, TObject, TSchema>({
    ...description,
    method: "GET",
    dialects: SERVICES,
    strict: true,
  });
