/** A list that comes in pages: all that was read of it, that there is nothing in it, and the way to more. */
import type { ReactNode } from "react";
import { Loaded } from "./loaded.tsx";
import { MoreButton } from "./more-button.tsx";
import { Empty } from "./states.tsx";

type Props<Row> = {
  readonly query: Parameters<typeof Loaded<readonly Row[]>>[0]["query"] &
    Parameters<typeof MoreButton>[0]["pages"];
  /** What is said where there is nothing. */
  readonly empty: string;
  /** As high as the list may be, while it is not there. */
  readonly rows?: number;
  readonly children: (list: readonly Row[]) => ReactNode;
};

export const PagedList = <Row,>({ query, empty, rows = 3, children }: Props<Row>) => (
  <>
    <Loaded query={query} rows={rows}>
      {(list) => (list.length === 0 ? <Empty>{empty}</Empty> : children(list))}
    </Loaded>
    <MoreButton pages={query} />
  </>
);
