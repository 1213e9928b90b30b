/** Each planted difference alone. A file of its own, since the other commands take long enough beside it. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("conformance");
