/** A list that loads page by page. The previous list stays visible while a new one loads. */
import type { ReactNode } from "react";
import { MoreButton } from "../../parts/controls/buttons.tsx";
import { Failure, Loading } from "../../parts/states.tsx";
import { useConsoleText } from "../parts/console-text.ts";

type ListPagesProps = {
  readonly query: {
    readonly data: unknown;
    readonly isPlaceholderData: boolean;
    readonly error: unknown;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
    readonly refetch: () => unknown;
  };
  /** Summary of the list, announced to screen readers as it changes. */
  readonly summary: string;
  readonly children: ReactNode;
};

export function ListPages({ query, summary, children }: ListPagesProps) {
  const { oldMark } = useConsoleText();
  const { data, error, isPlaceholderData } = query;
  // The previous list belongs to another filter and must not appear beside an error of this one.
  if (error !== null && (data === undefined || isPlaceholderData))
    return <Failure error={error} retry={query.refetch} />;
  if (data === undefined) return <Loading rows={6} />;
  return (
    <>
      {error !== null && <Failure error={error} retry={query.refetch} />}
      {error !== null && <p className="notice">{oldMark}</p>}
      <div className={isPlaceholderData ? "before" : undefined} aria-busy={isPlaceholderData}>
        {children}
      </div>
      <MoreButton pages={query} />
      <p className="visually-hidden" role="status">
        {isPlaceholderData ? "" : summary}
      </p>
    </>
  );
}
