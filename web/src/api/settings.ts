import type { MarketKind } from "../../../src/core/markets/market-version.ts";

/** Settings that the exchange gives its page, from GET /settings.json. */
export type Exchange = {
  readonly name: string;
  readonly version: string;
  readonly chain_id: number;
  readonly contract: string;
  readonly kind: MarketKind;
};

export type StrictRule = { readonly rule: string; readonly on: boolean; readonly meaning: string };

type BaseAddresses = Readonly<Record<string, Readonly<Record<string, string>>>>;

export type Settings = {
  readonly mode: "sandbox" | "production";
  /** True if a resolution pays all holders at once, in markets that have no setting of their own. */
  readonly auto_redeem: boolean;
  /** Rules of Polymarket's live service, each with whether this exchange applies it. */
  readonly strictness: readonly StrictRule[];
  /** Prefix of the headers that authenticate a request. */
  readonly header_prefix: string;
  readonly chain_id: number;
  /** Contracts for which orders are signed. */
  readonly exchanges: readonly Exchange[];
  /** Absolute base addresses, by dialect and interface. */
  readonly addresses: BaseAddresses;
};

export async function loadSettings(): Promise<Settings> {
  const answer = await fetch("/settings.json");
  if (!answer.ok) throw new Error(`the settings were answered with status ${answer.status}`);
  const settings: Settings = await answer.json();
  return { ...settings, addresses: wholeAddresses(settings.addresses) };
}

/** Prefixes relative addresses with this page's origin, which the exchange may not know. */
function wholeAddresses(addresses: BaseAddresses): BaseAddresses {
  const whole = (address: string): string =>
    address.startsWith("/") ? window.location.origin + address : address;
  const entries = Object.entries(addresses).map(([dialect, interfaces]) => [
    dialect,
    Object.fromEntries(Object.entries(interfaces).map(([name, address]) => [name, whole(address)])),
  ]);
  return Object.fromEntries(entries);
}
