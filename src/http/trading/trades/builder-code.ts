/**
 * The code of a builder, which says whose client brought an order: its wallet's address, filled up to 32 bytes. An order
 * of version 2 signs the code; one of version 1 cannot, and has that of the builder who signed the request.
 */
import type { PlaceOrder } from "../../../core/command.ts";
import type { ActiveKey } from "../../../store/keys/api-keys.ts";

/** 0x and 64 hex digits, lower case; a code stays as it is. */
export const builderCode = (address: string): string => `0x${address.slice(2).padStart(64, "0")}`;

/** The command with the code of the builder who signed its request, where the order itself could sign none. */
export function attributed(command: PlaceOrder, builder: ActiveKey | undefined): PlaceOrder {
  const { signed } = command;
  if (builder === undefined || signed.builder !== "") return command;
  return { ...command, signed: { ...signed, builder: builderCode(builder.address) } };
}
