/**
 * Loaded before the program (`node --import`): its wall clock is set by as many milliseconds as the file says that
 * TEST_CLOCK_FILE names. Its monotonic clock, and its database, are left alone.
 */
import { readFileSync } from "node:fs";

const file = process.env["TEST_CLOCK_FILE"];
if (file === undefined) throw new Error("TEST_CLOCK_FILE names no file");
const right = Date.now;
Date.now = () => right() + Number(readFileSync(file, "utf8"));
