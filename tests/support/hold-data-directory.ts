/** A process that opens the given data directory, prints its path, and keeps it until it is killed. */
import { openDataDirectory, writeInstance } from "../../src/store/server/data-directory.ts";

const { path } = openDataDirectory(process.argv[2] ?? "");
writeInstance(path, { pid: process.pid, adminAddress: "http://127.0.0.1:7004" });
console.log(JSON.stringify({ path }));
setInterval(() => {}, 60_000);
