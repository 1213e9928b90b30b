/** The other tests that run blocks of pages, by the names that `<!-- blocks: NAME -->` and `<!-- run by: NAME -->` give them. */

/** Kind of pages that start their exchange themselves. */
export const NO_EXCHANGE = "no exchange";

/** Kinds of exchanges beside which this folder runs the blocks of a page, with the settings of each. */
export const EXCHANGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  /** The demo catalog, without traders in it. */
  sandbox: { PRESAGE_DEMO: "catalog" },
  /** An exchange with thirty days of trading, and no trader in it now. */
  "sandbox with a past": { PRESAGE_DEMO: "full" },
  /** An exchange with a past and residents, as a reader starts it. */
  "sandbox with residents": { PRESAGE_DEMO: "full", PRESAGE_RESIDENTS: "normal" },
  /** The page starts it, with all that a reader's has. */
  [NO_EXCHANGE]: { PRESAGE_RESIDENTS: "normal" },
  production: { PRESAGE_MODE: "production" },
};

export type Runner = {
  /** Files of the test; one of them names each page of which it runs blocks. */
  readonly files: readonly string[];
  /** Script of package.json that runs it; without one, `npm test` and `npm run test:deep` do. */
  readonly script?: string;
};

export const RUNNERS: Readonly<Record<string, Runner>> = {
  clients: {
    files: ["tests/clients/main.ts", "tests/clients/documents.ts", "tests/clients/analysis.ts"],
    script: "clients",
  },
  "test:package": {
    files: [
      "tests/package/main.ts",
      "tests/package/documented-suites.ts",
      "tests/package/service-layouts.ts",
      "tests/support/install-commands.ts",
    ],
    script: "test:package",
  },
  "test:container": {
    files: [
      "tests/container/main.ts",
      "tests/container/testcontainers.ts",
      "tests/support/install-commands.ts",
    ],
    script: "test:container",
  },
  "test:deploy": {
    files: ["tests/deploy/main.ts", "tests/support/install-commands.ts", "tests/support/cluster-commands.ts"],
    script: "test:deploy",
  },
  "test:cluster": {
    files: ["tests/cluster/guide.ts", "tests/support/cluster-commands.ts"],
    script: "test:cluster",
  },
  "documented-install": {
    files: ["tests/cli/documented-install.test.ts", "tests/support/install-commands.ts"],
  },
  "documented-receiver": { files: ["tests/webhooks/documented-receiver.test.ts"] },
  "database-access": { files: ["tests/cli/database-access.test.ts"] },
  "init-folder": { files: ["tests/cli/init-folder.test.ts"] },
  "systemd-unit": { files: ["tests/cli/systemd-unit.test.ts"] },
};
