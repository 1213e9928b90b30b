/** Lists whose pages are asked for by how many rows come before them. */

/** The largest offset that every such list takes. */
export const END_OF_OFFSETS = 10_000;

type Pages<Row> = readonly (readonly Row[])[];

/** For `infiniteQueryOptions`: where pages of so many rows begin. */
export const offsetPages = (size: number, end = END_OF_OFFSETS) => ({
  initialPageParam: 0,
  getNextPageParam: (page: readonly unknown[], all: Pages<unknown>) =>
    page.length < size || all.length * size > end ? undefined : all.length * size,
});

/** For `infiniteQueryOptions`: all that was read, as one list. */
export const rowsOf = <Row>({ pages }: { readonly pages: Pages<Row> }): readonly Row[] => pages.flat();
