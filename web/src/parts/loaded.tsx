/** Shows the data of a query. An error appears above data that was loaded earlier. */
import type { ReactNode } from "react";
import { Failure, Loading } from "./states.tsx";

type Query<Data> = {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
};

type Props<Data> = {
  readonly query: Query<Data>;
  /** Height of the placeholder, in rows. */
  readonly rows?: number;
  readonly children: (data: Data) => ReactNode;
};

export const Loaded = <Data,>({ query, rows = 3, children }: Props<Data>) => (
  <>
    {query.error !== null && <Failure error={query.error} retry={() => void query.refetch()} />}
    {query.data === undefined && query.error === null && <Loading rows={rows} />}
    {query.data !== undefined && children(query.data)}
  </>
);
