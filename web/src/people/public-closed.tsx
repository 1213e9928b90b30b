/** The closed positions of a wallet, the latest first. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { PagedList } from "../parts/paged-list.tsx";
import { useText } from "../text/language.tsx";
import { ClosedTable } from "./closed-table.tsx";
import { closedQuery } from "./people-queries.ts";

export function PublicClosed({ address }: { readonly address: string }) {
  const { portfolio, people } = useText();
  const query = useInfiniteQuery(closedQuery(address));
  return (
    <>
      <h2 className="visually-hidden">{portfolio.closed}</h2>
      <PagedList query={query} empty={people.noClosed}>
        {(rows) => <ClosedTable rows={rows} />}
      </PagedList>
    </>
  );
}
