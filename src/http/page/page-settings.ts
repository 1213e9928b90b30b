/** GET /settings.json: facts about the exchange that the web page needs before any other request. */
import type { IncomingHttpHeaders } from "node:http";
import type { Config } from "../../settings/config.ts";
import { listStrictRules } from "../../settings/strictness.ts";
import { onePortDialects } from "../mounts/interfaces.ts";
import type { Addresses } from "../mounts/interfaces.ts";
import { listBaseAddressesFor } from "./public-addresses.ts";

type PublicConfig = Pick<
  Config,
  "mode" | "rules" | "strictness" | "headerPrefixes" | "domains" | "publicUrls" | "ports"
>;

type Caller = { readonly headers: IncomingHttpHeaders; readonly addresses: Addresses | undefined };

/** Builds the page's settings. Contracts are those for which the page signs orders: of version 2, on one chain. */
export function pageSettings(config: PublicConfig, caller: Caller) {
  const { mode, rules, strictness, headerPrefixes, domains } = config;
  const accepted = domains.filter(({ struct }) => struct === "v2");
  const [preferred] = accepted;
  const ownDomains = accepted.filter(({ chainId }) => chainId === preferred?.chainId);
  const exchanges = [...Map.groupBy(ownDomains, ({ kind }) => kind).values()].flatMap(
    ([first]) => first ?? [],
  );
  return {
    mode,
    auto_redeem: rules.autoRedeem,
    strictness: listStrictRules(strictness),
    header_prefix: headerPrefixes[0] ?? "",
    chain_id: preferred?.chainId ?? 0,
    exchanges: exchanges.map(({ name, version, chainId, verifyingContract, kind }) => ({
      name,
      version,
      chain_id: chainId,
      contract: verifyingContract,
      kind,
    })),
    addresses: Object.fromEntries(
      onePortDialects(config.ports).map((dialect) => [
        dialect,
        listBaseAddressesFor(config, dialect, caller),
      ]),
    ),
  };
}
