/** Refusal of a runtime that cannot load the exchange's modules. */

/** Oldest supported major version of Node.js, as in bin/presage.js. */
const OLDEST_MAJOR = 24;

/**
 * Throws an Error of one line if a version such as v20.1.0 is too old; by default that of this process. Call it before
 * other modules are loaded.
 */
export function assertSupportedRuntime(version = process.version): void {
  if (Number.parseInt(version.slice(1), 10) >= OLDEST_MAJOR) return;
  throw new Error(
    `presage-exchange needs Node.js ${OLDEST_MAJOR} or newer in the process that imports it, this is ${version}; ` +
      "the package brings a newer one: run npx --no -- node --test bot.test.mjs, npx vitest run, or npx --no -- node and your program",
  );
}
