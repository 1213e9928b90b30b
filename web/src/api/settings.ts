/** What the page has to know of the exchange that serves it, from GET /settings.json. */
export type Exchange = {
  readonly name: string;
  readonly version: string;
  readonly chain_id: number;
  readonly contract: string;
  readonly neg_risk: boolean;
};

export type Settings = {
  readonly mode: "sandbox" | "production";
  /** The prefix of headers that say who calls. */
  readonly header_prefix: string;
  readonly chain_id: number;
  /** The contracts that orders are signed for. */
  readonly exchanges: readonly Exchange[];
  /** Base addresses by dialect and interface. */
  readonly addresses: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly admin: string;
};

export async function loadSettings(): Promise<Settings> {
  const answer = await fetch("/settings.json");
  if (!answer.ok) throw new Error(`the settings were answered with status ${answer.status}`);
  return answer.json();
}
