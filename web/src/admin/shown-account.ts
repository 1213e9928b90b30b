/** One account as the console shows it, and the address of its view. */
import type { Operations } from "../api/generated/operator.ts";

export type Account = Operations["GET /accounts/{address}"]["answer"];

export const accountPath = (address: string): string => `/wallets/${address}`;
