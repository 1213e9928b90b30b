/** A button that loads the next page of a list. */
import { useText } from "../text/language.tsx";

type Pages = {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
};

type Props = { readonly pages: Pages; readonly name?: string };

export function MoreButton({ pages, name }: Props) {
  const { common } = useText();
  if (!pages.hasNextPage) return null;
  return (
    <button type="button" disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
      {pages.isFetchingNextPage ? common.loading : (name ?? common.more)}
    </button>
  );
}
