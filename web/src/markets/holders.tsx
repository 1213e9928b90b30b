/** The largest holders of each outcome, loaded when they are shown. */
import { useQuery } from "@tanstack/react-query";
import { cost } from "../../../src/core/units.ts";
import type { Ticks } from "../../../src/core/units.ts";
import { Loaded } from "../parts/loaded.tsx";
import { NumberCell, Table } from "../parts/table.tsx";
import { AddressLink } from "../people/address-link.tsx";
import { useFormats, useOutcomeName, useText } from "../text/language.tsx";
import { holdersQuery } from "./market-queries.ts";
import type { Holder } from "./market-queries.ts";
import type { Market } from "./market.ts";
import { useShownPrices } from "./use-shown-prices.ts";

export function Holders({ market }: { readonly market: Market }) {
  const { rules: text } = useText().markets;
  const nameOf = useOutcomeName();
  const [first, second] = market.outcomes;
  const query = useQuery(holdersQuery(market.conditionId, [first.tokenId, second.tokenId]));
  const prices = useShownPrices(market.closed ? [] : [first.tokenId, second.tokenId]);
  return (
    <section className="panel-text" aria-labelledby="holders-title">
      <h2 id="holders-title" className="visually-hidden">
        {text.holders}
      </h2>
      <Loaded query={query}>
        {(holders) => (
          <div className="both-sides">
            {market.outcomes.map(({ tokenId, name, price }, index) => (
              <HolderTable
                key={tokenId}
                outcome={nameOf(name)}
                holders={holders[index] ?? []}
                price={prices[index] ?? (market.priced ? price : undefined)}
              />
            ))}
          </div>
        )}
      </Loaded>
    </section>
  );
}

type HolderTableProps = {
  readonly outcome: string;
  readonly holders: readonly Holder[];
  /** Price of a share; `undefined` without quotes and trades. */
  readonly price: Ticks | undefined;
};

function HolderTable({ outcome, holders, price }: HolderTableProps) {
  const { common, markets } = useText();
  const { rules, trades } = markets;
  const formats = useFormats();
  const columns = [
    { name: trades.trader },
    ...[common.shares, common.value].map((name) => ({ name, isNumber: true })),
  ];
  if (holders.length === 0) return <p className="soft">{`${outcome}: ${rules.noHolders}`}</p>;
  return (
    <div>
      <h3>{rules.holdersOf(outcome)}</h3>
      <Table name={rules.holdersOf(outcome)} columns={columns}>
        {holders.map(({ address, name, shares }) => (
          <tr key={address}>
            <td className="row-title">
              <AddressLink address={address} name={name} />
            </td>
            <NumberCell>{formats.shares(shares)}</NumberCell>
            <NumberCell>{price === undefined ? "–" : formats.money(cost(shares, price))}</NumberCell>
          </tr>
        ))}
      </Table>
    </div>
  );
}
