/** Thousands of random lists and searches of the catalog, walks of any page size, and every hostile value in each parameter. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep(
  "http/catalog/hostile-values.test.ts",
  "http/catalog/keyset.test.ts",
  "http/catalog/list-events-random.test.ts",
  "http/catalog/list-markets-random.test.ts",
  "http/catalog/search-random.test.ts",
);
