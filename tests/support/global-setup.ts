/**
 * Setup and teardown around all test files (`node --test --test-global-setup`): the bundle, a shared database server, a data
 * directory and a cache of compiled modules.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isBundleFresh } from "../../bin/fresh-bundle.js";
import { bundle } from "../../bundle.js";
import { type TestServer, sharedServerVariable, startTestServer } from "./database.ts";
import { createTemplateDirectory, SHARED_TEMPLATE_VARIABLE } from "./presage.ts";
import { scratchRoot } from "./scratch-directory.ts";

let server: TestServer | undefined;
let template: string | undefined;
let compiled: string | undefined;

export async function globalSetup(): Promise<void> {
  // Programs that tests start run it, as those of users do.
  if (!isBundleFresh(join(import.meta.dirname, "..", ".."))) await bundle();
  // Every test file, and every program that a test starts, is a process that loads the same modules.
  compiled = mkdtempSync(join(scratchRoot(), "presage-compiled-"));
  process.env["NODE_COMPILE_CACHE"] = compiled;
  template = await createTemplateDirectory();
  process.env[SHARED_TEMPLATE_VARIABLE] = template;
  server = await startTestServer();
  process.env[sharedServerVariable] = server.url;
}

export async function globalTeardown(): Promise<void> {
  await server?.close();
  for (const directory of [template, compiled])
    if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
}
