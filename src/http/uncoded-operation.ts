/** An operation of the data or the catalog interface, whose refusals have a text but no code. */
import type { TObject, TSchema } from "typebox";
import { endpoint } from "./endpoint.ts";
import type { Description, Endpoint } from "./endpoint.ts";

export type UncodedOperation<Q extends TObject, P extends TObject, B extends TSchema> = Omit<
  Description<Q, P, B>,
  "refuses" | "texts"
>;

/** Describes an operation whose handler gives no rejection codes. */
export const uncodedOperation = <Q extends TObject, P extends TObject, B extends TSchema>(
  description: UncodedOperation<Q, P, B>,
): Endpoint => endpoint<Q, P, B>({ ...description, refuses: [] });
