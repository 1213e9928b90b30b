/**
 * Test files that `npm run test:deep` runs and `npm test` leaves out: those that take a browser, processes or a database long,
 * and those of which a deep run shows all that a quick one does. Each of them runs alone by `npm run test:one`.
 */

const BROWSER = [
  "attention",
  "bell",
  "buy-bar",
  "console",
  "console-people",
  "conversion",
  "discovery",
  "docs-page",
  "event",
  "event-work",
  "failed-part",
  "first-visit",
  "great-event",
  "home",
  "installed-page",
  "invites",
  "operator-page",
  "past",
  "people",
  "phone",
  "ticket",
  "wallets",
];

const CLI = [
  "backup",
  "clocks",
  "collector",
  "conformance",
  "damaged-files",
  "doctor",
  "held-tables",
  "import",
  "killed-starts",
  "modes",
  "prometheus",
  "rotate-master-key",
  "sent-again",
  "snapshot",
  "socket-activation",
  "start",
  "tls",
  "verify",
  "virtual-clock",
];

const STORE = [
  "archive",
  "archive-bucket",
  "backup",
  "catalog-plans",
  "catalog-search",
  "changes",
  "embedded-server",
  "held-start",
  "held-tables",
  "price-pages",
  "projector-merging",
  "run-mode",
  "start-behind",
  "upgrade",
];

const HTTP = [
  "account/parameter-walk",
  "admin/diagnoses",
  "admin/exports",
  "auth-matrix",
  "catalog/keyset",
  "catalog/list-events-random",
  "catalog/list-markets-random",
  "catalog/parameter-walk",
  "catalog/search-random",
  "committed-answers",
  "data/parameter-walk",
  "drafts",
  "fenced-reads",
  "id-kinds",
  "large/large-reads",
  "own-answers",
  "refusal-walk",
];

const filesOf = (folder: string, names: readonly string[]): string[] =>
  names.map((name) => `${folder}/${name}.test.ts`);

/** Paths of these files in `tests`. */
export const ONLY_DEEP: ReadonlySet<string> = new Set([
  ...filesOf("browser", BROWSER),
  ...filesOf("cli", CLI),
  ...filesOf("store", STORE),
  ...filesOf("http", HTTP),
  ...filesOf("past", ["first-start", "killed-first-start"]),
  ...filesOf("webhooks", ["deliverer", "killed-deliveries"]),
  "bench/bench.test.ts",
  "checklist/checklist.test.ts",
  "fuzz/fuzz.test.ts",
  "mutants/mutants.test.ts",
  "races/races.test.ts",
  "reads/reads.test.ts",
  "torture/torture.test.ts",
]);
