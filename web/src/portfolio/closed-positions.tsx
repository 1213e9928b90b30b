/** The positions that the trader closed, with their realised profit, newest first. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { PagedList } from "../parts/paged-list.tsx";
import { ClosedTable } from "../people/closed-table.tsx";
import { useText } from "../text/language.tsx";
import { closedPositionsQuery } from "./trader-queries.ts";
import type { SectionProps } from "./section-props.ts";

export function ClosedPositions({ trader }: SectionProps) {
  const { portfolio } = useText();
  const query = useInfiniteQuery(closedPositionsQuery(trader));
  return (
    <PagedList query={query} empty={portfolio.noClosed}>
      {(rows) => <ClosedTable rows={rows} />}
    </PagedList>
  );
}
