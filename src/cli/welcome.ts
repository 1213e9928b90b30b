/** What a person sees when the exchange has started: where it answers, and what to paste to trade on it. */
import type { Config } from "../config.ts";
import type { Addresses } from "../http/listen.ts";

export function welcome(config: Config, addresses: Addresses): string {
  const { web, trading, polymarket, kuest, admin } = addresses;
  const lines = [
    `Presage is running in ${config.mode} mode. Data: ${config.dataDirectory}`,
    "",
    `  Trading interface            ${trading}`,
    ...(polymarket === undefined ? [] : [`  for Polymarket clients       ${polymarket}`]),
    ...(kuest === undefined ? [] : [`  for Kuest clients            ${kuest}`]),
    `  All of them on one port      ${web}`,
    `  Operator API                 ${admin}`,
    "",
    "Paste into the shell of a client:",
    "",
    `  export PRESAGE_TRADING_URL=${trading}`,
    ...(polymarket === undefined ? [] : [`  export CLOB_API_URL=${polymarket}    # Polymarket clients`]),
    ...(kuest === undefined ? [] : [`  export KUEST_CLOB_URL=${kuest}  # Kuest clients`]),
    `  export CHAIN_ID=${config.chainIds[0]}`,
    "",
    "A first trade: npm run example. Stop with Ctrl-C.",
    "",
  ];
  return lines.join("\n");
}
