/** Private keys of named wallets, as `getAccount` makes them. */
import { hashOf } from "../support/exchange.ts";

/** The key: 32 bytes, hex without 0x. */
export const privateKeyOf = (name: string): string => hashOf(`key ${name}`).slice(2);
