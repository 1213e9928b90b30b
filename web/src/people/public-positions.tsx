/** The public positions of a wallet. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { PagedList } from "../parts/paged-list.tsx";
import { useText } from "../text/language.tsx";
import { positionsQuery } from "./people-queries.ts";
import { PositionsTable } from "./positions-table.tsx";

export function PublicPositions({ address }: { readonly address: string }) {
  const { people, portfolio } = useText();
  const query = useInfiniteQuery(positionsQuery(address));
  return (
    <>
      <h2 className="visually-hidden">{portfolio.positions}</h2>
      <PagedList query={query} empty={people.noPositions}>
        {(positions) => <PositionsTable positions={positions} />}
      </PagedList>
    </>
  );
}
