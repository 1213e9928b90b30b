/** Lists what an operator created, with its entry in the audit log. */
import type { Listing } from "../../core/catalog.ts";
import type { Rejection } from "../../core/rejection.ts";
import { operate } from "./operation.ts";
import type { Deed, Operating } from "./operation.ts";

export const listCreated =
  (operating: Operating, describe: (listing: Listing) => Omit<Deed, "command">) =>
  async (listing: Listing): Promise<Rejection | undefined> => {
    const outcome = await operate(operating, { ...describe(listing), command: { type: "list", listing } });
    return "code" in outcome ? outcome : undefined;
  };
