/** What a wallet holds, for everyone to see. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { Loaded } from "../parts/loaded.tsx";
import { MoreButton } from "../parts/more-button.tsx";
import { Empty } from "../parts/states.tsx";
import { useText } from "../text/language.tsx";
import { positionsQuery } from "./people-queries.ts";
import { PositionsTable } from "./positions-table.tsx";

export function PublicPositions({ address }: { readonly address: string }) {
  const { people, portfolio } = useText();
  const query = useInfiniteQuery(positionsQuery(address));
  return (
    <div className="panel stack">
      <h2>{portfolio.positions}</h2>
      <Loaded query={query}>
        {(positions) =>
          positions.length === 0 ? (
            <Empty>{people.noPositions}</Empty>
          ) : (
            <PositionsTable positions={positions} />
          )
        }
      </Loaded>
      <MoreButton pages={query} />
    </div>
  );
}
