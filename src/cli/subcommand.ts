/** A subcommand as the list of them has it. */

export type Subcommand = {
  readonly summary: string;
  /** True for a subcommand that asks the operator API of a running exchange. */
  readonly asksRunning?: true;
  readonly load: () => Promise<LoadedSubcommand>;
};

type LoadedSubcommand = {
  /** The text of `--help`: usage, and an example. */
  readonly help: string;
  /** Runs with the arguments after the name of the subcommand; gives the exit code. */
  readonly run: (args: readonly string[]) => Promise<number>;
};
