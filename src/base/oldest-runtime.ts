/** Refusal of a runtime that cannot load the exchange's modules. */

/** Oldest supported major version of Node.js, as in bin/presage.js. */
const OLDEST_MAJOR = 24;

/** Throws an Error of one line if this process's runtime is too old. Call it before other modules are loaded. */
export function assertSupportedRuntime(): void {
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_MAJOR) return;
  throw new Error(
    `presage-exchange needs Node.js ${OLDEST_MAJOR} or newer in the process that imports it, this is ${process.version}; ` +
      "npx --no -- presage start is a process of its own, and brings its runtime",
  );
}
