/** Thousands of random lists and searches of the catalog. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep(
  "http/catalog/list-events-random.test.ts",
  "http/catalog/list-markets-random.test.ts",
  "http/catalog/search-random.test.ts",
);
