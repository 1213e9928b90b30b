/** Names of wallets in answers: the chosen ones, and generated ones that every wallet has. */
import { Type } from "typebox";
import { HOUSE_NAME } from "../engine/house.ts";
import type { Names as AllNames } from "../engine/names.ts";

export const WalletName = Type.String({
  description: `Name that the wallet's owner chose; "" without one. Accounts of the exchange's own market makers have ${HOUSE_NAME}`,
});

export const Pseudonym = Type.String({
  description: `Generated name, which follows from the address; ${HOUSE_NAME} of the exchange's own market makers`,
});

export const HasName = Type.Boolean({ description: "Whether the wallet's owner chose a name" });

/** Source of the names. */
export type Names = Pick<AllNames, "nameOf" | "pseudonymOf">;
