/**
 * The core against the naive reference exchange, and the whole exchange in simulated time. The sandbox's traders and past, the
 * checks of a cluster's histories, and several leaders.
 */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("simulation", "whole", "residents", "past", "cluster", "scaling", "failover");
