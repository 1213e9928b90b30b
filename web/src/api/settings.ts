/** What the page has to know of the exchange that serves it, from GET /settings.json. */
export type Exchange = {
  readonly name: string;
  readonly version: string;
  readonly chain_id: number;
  readonly contract: string;
  readonly neg_risk: boolean;
};

type BaseAddresses = Readonly<Record<string, Readonly<Record<string, string>>>>;

export type Settings = {
  readonly mode: "sandbox" | "production";
  /** The prefix of headers that say who calls. */
  readonly header_prefix: string;
  readonly chain_id: number;
  /** The contracts that orders are signed for. */
  readonly exchanges: readonly Exchange[];
  /** Base addresses by dialect and interface, each whole. */
  readonly addresses: BaseAddresses;
};

export async function loadSettings(): Promise<Settings> {
  const answer = await fetch("/settings.json");
  if (!answer.ok) throw new Error(`the settings were answered with status ${answer.status}`);
  const settings: Settings = await answer.json();
  return { ...settings, addresses: wholeAddresses(settings.addresses) };
}

/** The exchange names interfaces by paths where only the browser knows the address that leads to it. */
function wholeAddresses(addresses: BaseAddresses): BaseAddresses {
  const whole = (address: string): string =>
    address.startsWith("/") ? window.location.origin + address : address;
  const entries = Object.entries(addresses).map(([dialect, interfaces]) => [
    dialect,
    Object.fromEntries(Object.entries(interfaces).map(([name, address]) => [name, whole(address)])),
  ]);
  return Object.fromEntries(entries);
}
