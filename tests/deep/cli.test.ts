/**
 * The operators' guide as written, commands on every held table, changes of the master key, requests repeated after a
 * stop, and events followed through kills. Upgrades that are rehearsed and killed. Both ways of systemd to stop a unit, and its
 * sockets, and every damage that is found.
 */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("cli");
