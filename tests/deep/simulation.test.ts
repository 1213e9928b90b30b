/** Millions of commands on the core and on its reference, and more histories folded to their rows. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("simulation/position-fold.test.ts", "simulation/simulation.test.ts");
