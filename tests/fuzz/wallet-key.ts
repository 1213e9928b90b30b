/** The private keys of wallets that names give, as `accountOf` has them. */
import { hashOf } from "../support/exchange.ts";

/** 32 bytes, hex without 0x. */
export const privateKeyOf = (name: string): string => hashOf(`key ${name}`).slice(2);
