/** What `node --test --test-global-setup` runs once around all test files: the database server that they share. */
import { type TestServer, sharedServerVariable, startTestServer } from "./database.ts";

let server: TestServer | undefined;

export async function globalSetup(): Promise<void> {
  server = await startTestServer();
  process.env[sharedServerVariable] = server.url;
}

export async function globalTeardown(): Promise<void> {
  await server?.close();
}
