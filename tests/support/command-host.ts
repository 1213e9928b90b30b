/**
 * A process that runs subcommands one after the other, so that not each of them loads the program anew. A message has the
 * arguments and the environment; the answer has what a process of its own would have written, and its exit code.
 */
import { enableCompileCache } from "node:module";
import type { HostedCommand } from "./hosted-commands.ts";

enableCompileCache();
const { runCommand } = await import("../../src/cli/commands.ts");

const STREAMS = ["stdout", "stderr"] as const;
const output = { stdout: "", stderr: "" };

for (const name of STREAMS) {
  // Each command that pipes into its output leaves listeners there, which would end with its process.
  process[name].setMaxListeners(0);
  process[name].write = (
    chunk: string | Uint8Array,
    encoding?: BufferEncoding | ((error?: Error | null) => void),
    done?: (error?: Error | null) => void,
  ): boolean => {
    output[name] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
    const written = typeof encoding === "function" ? encoding : done;
    if (written !== undefined) process.nextTick(written);
    return true;
  };
}

function answer(code: number): void {
  process.send?.({ code, ...output });
  Object.assign(output, { stdout: "", stderr: "" });
}

async function run({ args, environment }: HostedCommand): Promise<void> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  const code = await runCommand(args);
  process.removeAllListeners("SIGINT").removeAllListeners("SIGTERM");
  answer(code);
}

process.on("message", (command: HostedCommand) => void run(command));
process.on("exit", answer);
process.on("disconnect", () => process.exit());
process.send?.("ready");
