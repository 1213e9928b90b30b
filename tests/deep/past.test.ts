/** First starts with a past, in an exchange within a process too, and one that is killed in its middle. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("past");
