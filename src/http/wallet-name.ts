/** Names of wallets in answers: the house's accounts have one, all others have none. */
import { Type } from "typebox";
import { HOUSE_NAME } from "../engine/house.ts";
import type { House } from "../engine/house.ts";

export const WalletName = Type.Enum(["", HOUSE_NAME], {
  description: `${HOUSE_NAME} of an account of the exchange's own market makers; "" of any other: wallets have no names`,
});

/** Source of the names. */
export type Names = Pick<House, "nameOf">;
