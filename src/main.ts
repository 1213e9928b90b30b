/** The `presage` command. The first argument that is no flag names the subcommand; without one the exchange starts. */
import { enableCompileCache } from "node:module";

// Caches compiled modules, which halves the time to load them at the second start.
enableCompileCache();
const { runCommand } = await import("./cli/commands.ts");

process.exitCode = await runCommand(process.argv.slice(2));
