/** A list that loads page by page. */
import type { ReactNode } from "react";
import { Loaded } from "./loaded.tsx";
import { MoreButton } from "./controls/buttons.tsx";
import { Empty } from "./states.tsx";

type Props<Row> = {
  readonly query: Parameters<typeof Loaded<readonly Row[]>>[0]["query"] &
    Parameters<typeof MoreButton>[0]["pages"];
  /** Text for an empty list. */
  readonly empty: string;
  /** Height of the placeholder, in rows. */
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
