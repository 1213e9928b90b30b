/** The largest holders of each outcome, loaded once they are shown. */
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "../parts/loaded.tsx";
import { AddressLink } from "../people/address-link.tsx";
import { useFormats, useOutcomeName, useText } from "../text/language.tsx";
import { holdersQuery } from "./market-queries.ts";
import type { Holder } from "./market-queries.ts";
import type { Market } from "./market.ts";

export function Holders({ market }: { readonly market: Market }) {
  const { rules: text } = useText().markets;
  const nameOf = useOutcomeName();
  const [first, second] = market.outcomes;
  const query = useQuery(holdersQuery(market.conditionId, [first.tokenId, second.tokenId]));
  return (
    <section className="panel-text" aria-labelledby="holders-title">
      <h2 id="holders-title" className="visually-hidden">
        {text.holders}
      </h2>
      <Loaded query={query}>
        {(holders) => (
          <div className="both-sides">
            {market.outcomes.map(({ tokenId, name }, index) => (
              <HolderTable key={tokenId} outcome={nameOf(name)} holders={holders[index] ?? []} />
            ))}
          </div>
        )}
      </Loaded>
    </section>
  );
}

type HolderTableProps = { readonly outcome: string; readonly holders: readonly Holder[] };

function HolderTable({ outcome, holders }: HolderTableProps) {
  const { common, markets } = useText();
  const { rules, trades } = markets;
  const formats = useFormats();
  if (holders.length === 0) return <p className="soft">{`${outcome}: ${rules.noHolders}`}</p>;
  return (
    <table>
      <caption>{rules.holdersOf(outcome)}</caption>
      <thead>
        <tr>
          <th scope="col">{trades.trader}</th>
          <th scope="col" className="number">
            {common.shares}
          </th>
        </tr>
      </thead>
      <tbody>
        {holders.map(({ address, name, shares }) => (
          <tr key={address}>
            <td>
              <AddressLink address={address} name={name} />
            </td>
            <td className="number">{formats.shares(shares)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
