/** The core against the naive reference exchange, the whole exchange in simulated time, and the sandbox's traders and past, and several leaders. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("simulation", "whole", "residents", "past", "scaling");
