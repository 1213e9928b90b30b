/** The parties of a match whose settlement fails. */
import type { UnsettledFill } from "../events/command.ts";
import type { Order } from "../state.ts";

/** One side of a match, with the fields of its order. */
export type MatchedParty = Pick<Order, "account" | "outcome" | "side">;

/** A fill whose settlement fails. */
export type FailedFill = Omit<UnsettledFill, "maker"> & { readonly maker: MatchedParty };
