/** The core against the naive reference exchange, the whole exchange in simulated time, the sandbox's traders and past, and the checks of histories. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("simulation", "whole", "residents", "past", "cluster");
