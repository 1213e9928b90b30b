/** An operation of the data interface, whose refusals have a text and no code. */
import type { TObject, TSchema } from "typebox";
import { endpoint } from "../endpoint.ts";
import type { Description, Endpoint } from "../endpoint.ts";

type DataOperation<Q extends TObject, P extends TObject, B extends TSchema> = Omit<
  Description<Q, P, B>,
  "refuses" | "texts"
>;

/** Describes an operation of the data interface. */
export const dataOperation = <Q extends TObject, P extends TObject, B extends TSchema>(
  description: DataOperation<Q, P, B>,
): Endpoint => endpoint<Q, P, B>({ ...description, refuses: [] });
