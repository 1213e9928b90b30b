/** The `presage` command. The first argument that is not a flag names the subcommand; without one the exchange starts. */
import { enableCompileCache } from "node:module";

// A reader such as `head` may leave before the end: that is no failure of the command, and none of an exchange.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

// The compile cache halves the time to load modules from the second start on.
enableCompileCache();
const { runCommand } = await import("./cli/commands.ts");

process.exitCode = await runCommand(process.argv.slice(2));
