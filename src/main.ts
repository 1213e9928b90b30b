#!/usr/bin/env node
/** `presage`: the first argument that is no flag names the subcommand; without one the exchange starts. */
import { runCommand } from "./cli/commands.ts";

process.exitCode = await runCommand(process.argv.slice(2));
