/** The largest holders of each outcome, loaded once the section is opened. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Loaded } from "../parts/loaded.tsx";
import { AddressLink } from "../people/address-link.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { holdersQuery } from "./market-queries.ts";
import type { Holder } from "./market-queries.ts";
import type { Market } from "./market.ts";

export function Holders({ market }: { readonly market: Market }) {
  const { rules: text } = useText().markets;
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="panel holders" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text.holders}</summary>
      {isOpen && <BothSides market={market} />}
    </details>
  );
}

function BothSides({ market }: { readonly market: Market }) {
  const [first, second] = market.outcomes;
  const query = useQuery(holdersQuery(market.conditionId, [first.tokenId, second.tokenId]));
  return (
    <Loaded query={query}>
      {(holders) => (
        <div className="both-sides">
          {market.outcomes.map(({ tokenId, name }, index) => (
            <HolderTable key={tokenId} outcome={name} holders={holders[index] ?? []} />
          ))}
        </div>
      )}
    </Loaded>
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
