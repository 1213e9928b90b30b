/** Shows the next page of a list. */
import { useText } from "../text/language.tsx";

type Pages = {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
};

export function MoreButton({ pages }: { readonly pages: Pages }) {
  const { common } = useText();
  if (!pages.hasNextPage) return null;
  return (
    <button type="button" disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
      {pages.isFetchingNextPage ? common.loading : common.more}
    </button>
  );
}
