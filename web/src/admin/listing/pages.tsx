/** A list that comes in pages: it loads, fails, is shown with what was there before, and goes on. */
import type { ReactNode } from "react";
import { MoreButton } from "../../parts/more-button.tsx";
import { Failure, Loading } from "../../parts/states.tsx";
import { useWords } from "../words.ts";

type PagesProps = {
  readonly query: {
    readonly data: unknown;
    readonly isPlaceholderData: boolean;
    readonly error: unknown;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
    readonly refetch: () => unknown;
  };
  /** Of what is shown, told as it changes. */
  readonly told: string;
  readonly children: ReactNode;
};

export function Pages({ query, told, children }: PagesProps) {
  const { oldMark } = useWords();
  const { data, error, isPlaceholderData } = query;
  // What there was before is of another list: it stands in while this one loads, and not where it fails.
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
        {isPlaceholderData ? "" : told}
      </p>
    </>
  );
}
