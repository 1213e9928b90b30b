/**
 * Runs the tests of a real cluster on this machine, as root on Linux. `npm run test:cluster` takes some eight minutes.
 * Options go behind `--`:
 *
 * - `--rounds 20` tests each fault as often.
 * - `--only 'frozen|killed'` takes the faults whose name this pattern matches.
 * - `--way hosts` sends the load to the hosts themselves, and not through HAProxy.
 * - `--logs FOLDER` copies the logs of all programs there.
 * - `--presage` tests an exchange on the hosts, and not the hosts alone; `--record FILE` keeps all histories.
 * - `--file FILE ...` runs another file within the namespaces, such as tests/cluster/hold.ts, with the arguments behind it.
 */
import { join } from "node:path";
import { runEnclosed } from "./enclosure.ts";
import { prepareParts } from "./parts.ts";

const given = process.argv.slice(2);
const [option, file] = given;
const rest = given.filter((one) => one !== "--presage");
const rig = rest.length < given.length ? "presage-rig.ts" : "rig.ts";
const run = option === "--file" ? given.slice(1) : [join(import.meta.dirname, rig), ...rest];
if (option === "--file" && file === undefined) throw new Error("--file names no file");

const parts = await prepareParts((line) => console.log(`cluster: ${line}`));
if ("missing" in parts) console.log(`cluster: skipped, ${parts.missing}`);
else process.exitCode = await runEnclosed(parts.python, run);
