/**
 * Preloaded module (`node --import`) that moves the program's wall clock by the milliseconds in the file named by
 * TEST_CLOCK_FILE. Its monotonic clock and its database keep their time.
 */
import { readFileSync } from "node:fs";

const file = process.env["TEST_CLOCK_FILE"];
if (file === undefined) throw new Error("TEST_CLOCK_FILE names no file");
const right = Date.now;
Date.now = () => right() + Number(readFileSync(file, "utf8"));
