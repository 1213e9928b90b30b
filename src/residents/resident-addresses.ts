/** Addresses of all residents that a sandbox can have had: traders, and the makers of the demo's markets. */
import { demoCatalogSince } from "../catalog/demo-catalog.ts";
import { PAST_TRADERS, RESIDENT_SEED, TRADERS } from "./resident-terms.ts";
import { residentWallet } from "./resident-wallets.ts";

/** The names of the demo's markets are the same whenever it was made. */
export function residentAddresses(): readonly string[] {
  const traders = Array.from({ length: Math.max(PAST_TRADERS, TRADERS) }, (_, index) => `trader ${index}`);
  const makers = demoCatalogSince(0, 0).flatMap(({ markets }) => markets.map(({ slug }) => `maker ${slug}`));
  return [...traders, ...makers].map((name) => residentWallet(RESIDENT_SEED, name).address);
}
