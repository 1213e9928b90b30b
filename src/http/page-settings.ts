/** What the web page has to know of its exchange before it asks anything: GET /settings.json. */
import type { Config } from "../config.ts";
import type { Addresses } from "./listen.ts";

type Asked = Pick<Config, "mode" | "headerPrefixes" | "domains">;

/** The contracts that the page signs orders for: of the second version, of one chain. */
export function pageSettings({ mode, headerPrefixes, domains }: Asked, addresses: Addresses | undefined) {
  const accepted = domains.filter(({ struct }) => struct === "v2");
  const [preferred] = accepted;
  const exchanges = accepted.filter(
    ({ chainId, venue, version }) =>
      chainId === preferred?.chainId && venue === preferred.venue && version === preferred.version,
  );
  return {
    mode,
    header_prefix: headerPrefixes[0] ?? "",
    chain_id: preferred?.chainId ?? 0,
    exchanges: exchanges.map(({ name, version, chainId, verifyingContract, negRisk }) => ({
      name,
      version,
      chain_id: chainId,
      contract: verifyingContract,
      neg_risk: negRisk,
    })),
    addresses: {
      spec: addresses?.spec,
      polymarket: addresses?.polymarket,
      kuest: addresses?.kuest,
    },
    admin: addresses?.admin ?? "",
  };
}
