/** Races of a thousand clients. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("races");
