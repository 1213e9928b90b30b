/**
 * Thousands of damages in a journal, merged flushes and public events of more histories, and more starts with tables behind it.
 * A start that waits for longer than a read may, and as many bytes of listings as may wait for the read tables. Upgrades from
 * each earlier schema.
 */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("store");
