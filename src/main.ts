#!/usr/bin/env node
/** `presage`: the first argument that is no flag names the subcommand; without one the exchange starts. */
import { enableCompileCache } from "node:module";

// Loading the modules takes half as long the second time.
enableCompileCache();
const { runCommand } = await import("./cli/commands.ts");

process.exitCode = await runCommand(process.argv.slice(2));
