/** An operation of the catalog interface, whose refusals have a kind and no code. */
import type { TObject, TSchema } from "typebox";
import { endpoint } from "../endpoint.ts";
import type { Description, Endpoint } from "../endpoint.ts";

type CatalogOperation<Q extends TObject, P extends TObject, B extends TSchema> = Omit<
  Description<Q, P, B>,
  "refuses" | "texts"
>;

/** Describes an operation of the catalog interface. */
export const catalogOperation = <Q extends TObject, P extends TObject, B extends TSchema>(
  description: CatalogOperation<Q, P, B>,
): Endpoint => endpoint<Q, P, B>({ ...description, refuses: [] });
