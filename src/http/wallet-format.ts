/** The JSON Schema format of a wallet address in a request: any case of letters, a mixed one as a right checksum. */
import { parseAddress } from "../signing/address.ts";

export const WALLET_FORMAT = "wallet";

/** For the validator: the formats that schemas of this service name. */
export const FORMATS = { [WALLET_FORMAT]: (text: string): boolean => parseAddress(text) !== undefined };
