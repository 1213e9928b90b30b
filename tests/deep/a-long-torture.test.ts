/**
 * Many cycles of kill -9, of PostgreSQL too. Files run in the order of their names: this one waits for most of its time, and
 * would leave the cores idle at the end.
 */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("a-long-torture");
