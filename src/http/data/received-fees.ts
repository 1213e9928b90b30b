/**
 * Fees that builders and affiliates received, as Kuest's site asks for them. The exchange keeps its fees: no one else
 * ever received any.
 */
import { Type } from "typebox";
import { User } from "./parameters.ts";

export const Receiver = { ...User, description: "Address of a receiver, in any case of letters" };

export const FeeType = Type.Enum(["BUILDER", "AFFILIATE"], { description: "As what it received them" });

export const BaseUnits = Type.String({ description: "Collateral in 0.000001" });

/** The query, as an answer repeats it. */
export const Received = { address: Type.String({ description: "Lower case" }), feeType: FeeType };
