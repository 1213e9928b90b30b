/** All digests that the store knows orders and requests by, a page at a time. A page is one text, which costs no row each. */
import type { Sql } from "../sql/database.ts";

/** Rows of a page: some 250 kB of text, which take the process 2 ms. */
const PAGE_ROWS = 4_000;

/** Digests in the order of their places, and the last place among them. */
export type DigestPage = {
  /** All digests as one text, each of 64 hex digits. */
  readonly digests: string;
  readonly last: number;
};

/** Estimates the number of orders: they are numbered without gaps. */
export async function countOrders(sql: Sql): Promise<number> {
  const [{ count } = { count: 0 }] = await sql<{ count: number }[]>`
    select coalesce(max(no), 0) as count from orders`;
  return count;
}

/** Reads the ids of the orders behind a number, each as 64 hex digits; `last` is the number of the last one. */
export async function readOrderDigests(sql: Sql, after: number): Promise<DigestPage | undefined> {
  const [page] = await sql<DigestPage[]>`
    select string_agg(encode(id, 'hex'), '') as digests, max(no) as last
    from (select no, id from orders where no > ${after} order by no limit ${PAGE_ROWS}) page
    having count(*) > 0`;
  return page;
}

/** Estimates the number of remembered requests, by the last count of the database's own upkeep. */
export async function estimateRequests(sql: Sql): Promise<number> {
  const [{ count } = { count: 0 }] = await sql<{ count: number }[]>`
    select greatest(reltuples, 0)::float8 as count from pg_class where oid = 'requests'::regclass`;
  return count;
}

/** Reads the keys and signatures of the requests behind a batch, with all of the last batch, whose number is `last`. */
export async function readRequestDigests(sql: Sql, after: number): Promise<DigestPage | undefined> {
  const [page] = await sql<DigestPage[]>`
    select string_agg(concat(encode(key, 'hex'), encode(signed, 'hex')), '') as digests, max(batch) as last
    from (
      select batch, key, signed from requests where batch > ${after}
      order by batch fetch first ${PAGE_ROWS} rows with ties
    ) page
    having count(*) > 0`;
  return page;
}
