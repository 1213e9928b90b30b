/**
 * `npm run checklist -- [TRADING DATA CATALOG ADMIN]`: asks a running exchange everything of the security checklist, from
 * outside; PRESAGE_ADMIN_TOKEN is its operator's token. It makes a market and accounts there, and at the end it is held
 * for its many requests. Without addresses it starts two exchanges of its own, in production and as a sandbox. Prints
 * each row, and ends with 1 when one does not hold, with 2 and one line when it cannot be asked.
 */
import { lineOf, ROWS, walk } from "./checklist.ts";
import { ELSEWHERE_ROWS } from "./elsewhere.ts";
import { createOwnServers } from "./own-servers.ts";
import type { Row } from "./row.ts";
import type { Server } from "./world.ts";

const ALL = [...ROWS, ...ELSEWHERE_ROWS];

const USAGE =
  "usage: npm run checklist -- [TRADING DATA CATALOG ADMIN], four base addresses like http://127.0.0.1:7001";

async function print(title: string, server: Server, rows: readonly Row[]): Promise<boolean> {
  console.log(title);
  let holds = true;
  for await (const result of walk(server, { patient: true, rows })) {
    console.log(lineOf(result));
    if (result.failed !== undefined) holds = false;
  }
  return holds;
}

async function printOwn(): Promise<boolean> {
  const servers = createOwnServers();
  try {
    const production = await print("An exchange in production mode", await servers.start("production"), ALL);
    const sandbox = await print("\nA sandbox behind a proxy", await servers.start("sandbox"), ROWS);
    return production && sandbox;
  } finally {
    await servers.close();
  }
}

async function run(addresses: readonly string[]): Promise<boolean> {
  if (addresses.length === 0) return printOwn();
  const [trading = "", data = "", catalog = "", admin = ""] = addresses.map((address) =>
    address.replace(/\/$/, ""),
  );
  if (
    addresses.length !== 4 ||
    ![trading, data, catalog, admin].every((address) => /^http:\/\/[^/]+:\d+$/.test(address))
  ) {
    console.error(USAGE);
    process.exit(2);
  }
  const adminToken = process.env["PRESAGE_ADMIN_TOKEN"];
  return print(trading, { spec: { trading, data, catalog }, admin, adminToken }, ALL);
}

/** Tells an exchange that cannot be asked, with the cause that the network gave. */
function complain(error: unknown): number {
  const message = error instanceof Error ? error.message : String(error);
  console.error(`checklist: ${message.replaceAll(/\s*\n\s*/g, " ")}`);
  return 2;
}

process.exitCode = await run(process.argv.slice(2)).then((holds) => (holds ? 0 : 1), complain);
