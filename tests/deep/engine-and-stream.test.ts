/** Larger filters of digests, random trading of more seeds, and more changes of local books. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("engine/bloom-filter.test.ts", "stream/local-book.test.ts", "stream/user-random.test.ts");
