/** Subcommands for a sandbox alone; each module is loaded on demand. */
import type { Subcommand } from "./subcommand.ts";

export const SANDBOX_COMMANDS: { readonly [name: string]: Subcommand } = {
  faults: {
    summary: "make a sandbox answer as real services do on bad days",
    asksRunning: true,
    load: async () => {
      const { faults, FAULTS_HELP } = await import("./faults.ts");
      return { help: FAULTS_HELP, run: faults };
    },
  },
  residents: {
    summary: "show, pace and tune the resident traders of a sandbox",
    asksRunning: true,
    load: async () => {
      const { residents, RESIDENTS_HELP } = await import("./residents.ts");
      return { help: RESIDENTS_HELP, run: residents };
    },
  },
  snapshot: {
    summary: "keep the state of a sandbox under a name",
    asksRunning: true,
    load: async () => {
      const { snapshots, SNAPSHOT_HELP } = await import("./snapshot.ts");
      return { help: SNAPSHOT_HELP, run: snapshots };
    },
  },
  "restore-snapshot": {
    summary: "put a sandbox back to a snapshot",
    asksRunning: true,
    load: async () => {
      const { restoreSnapshot, RESTORE_SNAPSHOT_HELP } = await import("./snapshot.ts");
      return { help: RESTORE_SNAPSHOT_HELP, run: restoreSnapshot };
    },
  },
  reset: {
    summary: "put a sandbox back to its first start",
    asksRunning: true,
    load: async () => {
      const { reset, RESET_HELP } = await import("./snapshot.ts");
      return { help: RESET_HELP, run: reset };
    },
  },
  fork: {
    summary: "start a second exchange from the state of a sandbox",
    load: async () => {
      const { fork, FORK_HELP } = await import("./fork.ts");
      return { help: FORK_HELP, run: fork };
    },
  },
};
