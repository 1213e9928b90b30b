/**
 * Many seeds of the whole exchange, under faults. Files run in the order of their names: this one takes long on one core, and
 * would leave the other idle at the end.
 */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("whole/whole.test.ts");
