/**
 * Thousands of random lists and searches of the catalog, walks of any page size, and every hostile value in each parameter.
 * Operations and reads behind the read tables, large answers, and diagnoses of what nobody should send.
 */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep(
  "http/admin/diagnoses.test.ts",
  "http/catalog/hostile-values.test.ts",
  "http/catalog/keyset.test.ts",
  "http/catalog/list-events-random.test.ts",
  "http/catalog/list-markets-random.test.ts",
  "http/catalog/search-random.test.ts",
  "http/committed-answers.test.ts",
  "http/fenced-reads.test.ts",
  "http/large/large-reads.test.ts",
);
