/** Millions of commands on the core and on its reference. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("simulation/simulation.test.ts");
