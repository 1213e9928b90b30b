/**
 * The image of the exchange, built by its Dockerfile from base images that are made here, since none can be pulled: a Debian
 * by debootstrap, and the same with the Node.js of this clone and the npm of this machine.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { scratchRoot } from "../support/scratch-directory.ts";
import { CACHE, run } from "./tools.ts";

export const ROOT = join(import.meta.dirname, "..", "..");

/** Options by which buildah and podman keep images and containers, away from those of the machine. */
export const STORAGE = [
  "--root",
  join(CACHE, "storage"),
  "--runroot",
  join(CACHE, "run"),
  "--storage-driver",
  "overlay",
];

const RELEASE = "bookworm";
const DEBIAN = "localhost/presage-test/debian";
const NODE = "localhost/presage-test/node";
export const IMAGE = "localhost/presage-test/presage";
/** Name of the image that is built from an unpacked package. */
export const PACKED_IMAGE = "localhost/presage-test/presage-packed";

/** Builds the image from this clone; layers of an earlier build are taken again where nothing changed. */
export async function buildImage(): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  await makeDebian();
  await makeNode();
  await buildFrom(ROOT, IMAGE);
}

/** Builds an image of the exchange by the Dockerfile of a folder, on the base images that {@link buildImage} made. */
export const buildFrom = (context: string, tag: string): Promise<void> =>
  build(context, tag, [
    "--build-arg",
    `NODE_IMAGE=${NODE}`,
    "--build-arg",
    `BASE_IMAGE=${DEBIAN}`,
    "--build-arg",
    "REVISION=tested",
    // Packages that this machine has are not fetched again.
    "--volume",
    `${join(homedir(), ".npm")}:/root/.npm`,
  ]);

async function build(context: string, tag: string, args: readonly string[] = []): Promise<void> {
  const options = ["--isolation", "chroot", "--format", "docker", "--layers", "--tag", tag];
  await run("buildah", [...STORAGE, "build", ...options, ...args, context]);
}

const DROPPED = ["usr/share/doc", "usr/share/man", "usr/share/locale", "var/cache/apt", "var/lib/apt/lists"];

/** Makes the system once, in memory where that has room, since a disk makes its thousands of files durable one by one. */
async function makeDebian(): Promise<void> {
  const tarball = join(CACHE, `${RELEASE}.tar`);
  if (!existsSync(tarball)) {
    const system = mkdtempSync(join(scratchRoot(), "presage-debian-"));
    try {
      await run("debootstrap", ["--variant=minbase", RELEASE, system]);
      for (const folder of DROPPED) rmSync(join(system, folder), { recursive: true, force: true });
      await run("tar", ["-C", system, "-cf", `${tarball}.new`, "."]);
    } finally {
      rmSync(system, { recursive: true, force: true });
    }
    renameSync(`${tarball}.new`, tarball);
  }
  if (!(await isImage(DEBIAN))) await run("podman", [...STORAGE, "import", tarball, DEBIAN]);
}

const isImage = (name: string): Promise<boolean> =>
  run("podman", [...STORAGE, "image", "exists", name]).then(
    () => true,
    () => false,
  );

const NODE_STEPS = [
  `FROM ${DEBIAN}`,
  "COPY node /usr/local/bin/node",
  "COPY npm /usr/local/lib/node_modules/npm",
  "RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm",
];

/** Copies keep their times: a layer is taken again only where nothing differs. */
const COPY_OPTIONS = { recursive: true, dereference: true, preserveTimestamps: true };

/** Adds Node.js and npm, with the machine's authorities and npm's settings, by which it reaches the registry. */
async function makeNode(): Promise<void> {
  const context = mkdtempSync(join(tmpdir(), "presage-node-"));
  const steps = [...NODE_STEPS];
  try {
    const copy = (from: string, name: string): void => cpSync(from, join(context, name), COPY_OPTIONS);
    copy(process.execPath, "node");
    const { stdout: modules } = await run("npm", ["root", "--global"]);
    copy(join(modules.trim(), "npm"), "npm");
    const authorities = process.env["NODE_EXTRA_CA_CERTS"];
    if (authorities !== undefined) {
      copy(authorities, "authorities.pem");
      steps.push("COPY authorities.pem /etc/", "ENV NODE_EXTRA_CA_CERTS=/etc/authorities.pem");
    }
    const settings = join(homedir(), ".npmrc");
    if (existsSync(settings)) {
      copy(settings, "npmrc");
      steps.push("COPY npmrc /root/.npmrc");
    }
    writeFileSync(join(context, "Dockerfile"), `${steps.join("\n")}\n`);
    await build(context, NODE);
  } finally {
    rmSync(context, { recursive: true, force: true });
  }
}
