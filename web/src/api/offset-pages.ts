/** Pagination of lists by row offset. */

/** Largest offset that the interfaces accept. */
export const MAX_OFFSET = 10_000;

type Pages<Row> = readonly (readonly Row[])[];

/** Options for `infiniteQueryOptions`: each page has `size` rows, and no offset exceeds `end`. */
export const buildOffsetPages = (size: number, end = MAX_OFFSET) => ({
  initialPageParam: 0,
  getNextPageParam: (page: readonly unknown[], all: Pages<unknown>) =>
    page.length < size || all.length * size > end ? undefined : all.length * size,
});

/** Joins the pages of an infinite query into one list. Use it as the `select` option. */
export const joinPages = <Row>({ pages }: { readonly pages: Pages<Row> }): readonly Row[] => pages.flat();
