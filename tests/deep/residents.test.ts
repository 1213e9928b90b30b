/** Makers against adversaries in a thousand markets. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("residents");
