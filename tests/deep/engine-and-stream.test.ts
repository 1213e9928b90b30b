/** Larger filters of digests, random trading of more seeds, more changes of local books, and incidents of other exchanges. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("engine-and-stream");
