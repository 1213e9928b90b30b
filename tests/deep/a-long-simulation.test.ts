/**
 * Millions of commands on the core and on its reference, and more histories folded to their rows. Files run in the order of
 * their names: this one takes long on one core, and would leave the other idle at the end.
 */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("a-long-simulation");
