/**
 * Thousands of random lists and searches of the catalog, walks of any page size, and hostile values in each parameter.
 * Operations and reads behind the read tables, large answers, and diagnoses of what nobody should send. Each parameter of
 * every interface, each kind of id, answers of the framework, drafts, all kinds of credentials, exports, and refusals of every operation.
 */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep(
  "http/account/parameter-walk.test.ts",
  "http/admin/diagnoses.test.ts",
  "http/admin/exports.test.ts",
  "http/auth-matrix.test.ts",
  "http/catalog/hostile-values.test.ts",
  "http/catalog/keyset.test.ts",
  "http/catalog/list-events-random.test.ts",
  "http/catalog/list-markets-random.test.ts",
  "http/catalog/parameter-walk.test.ts",
  "http/catalog/search-random.test.ts",
  "http/committed-answers.test.ts",
  "http/data/parameter-walk.test.ts",
  "http/drafts.test.ts",
  "http/fenced-reads.test.ts",
  "http/id-kinds.test.ts",
  "http/large/large-reads.test.ts",
  "http/own-answers.test.ts",
  "http/refusal-walk.test.ts",
);
