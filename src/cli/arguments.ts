/** The arguments of a subcommand, apart: flags of the configuration, which may stand anywhere, and all others. */
export type Arguments = {
  /** With their values, as `readConfig` takes them. */
  readonly flags: readonly string[];
  readonly operands: readonly string[];
};

/** `--json` stands alone; every other flag takes what follows it, unless it has its value behind `=`. */
export function splitArguments(args: readonly string[]): Arguments {
  const flags: string[] = [];
  const operands: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index];
    if (argument === "--") return { flags, operands: [...operands, ...args.slice(index + 1)] };
    if (!argument.startsWith("-") || argument === "-") {
      operands.push(argument);
      continue;
    }
    flags.push(argument);
    if (argument === "--json" || argument.includes("=") || index + 1 === args.length) continue;
    index += 1;
    flags.push(args[index]);
  }
  return { flags, operands };
}
