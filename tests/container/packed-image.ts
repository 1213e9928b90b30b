/** The image as it is built from an unpacked package, which has no sources and no lock. */
import { cpSync, globSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { podman } from "./containers.ts";
import { buildFrom, IMAGE, PACKED_IMAGE, ROOT } from "./images.ts";
import { run } from "./tools.ts";

/** Parts of a package that an image has, built. */
const BUILT = ["bin", "dist", "src", "web", "package.json", "LICENSE"];
const OTHERS = ["Dockerfile", ".dockerignore", "deploy/write-sbom.js"];

/**
 * Packs, unpacks and builds. The packed files come from the image of the clone: a pack in the clone would build its page
 * anew under tests that use it.
 */
export async function buildPackedImage(folder: string): Promise<void> {
  const [release, unpacked] = [join(folder, "release"), join(folder, "unpacked")];
  const container = `presage-test-${process.pid}-built`;
  for (const one of [release, unpacked]) mkdirSync(one);
  await podman("create", "--name", container, IMAGE);
  for (const part of BUILT) await podman("cp", `${container}:/opt/presage/${part}`, join(release, part));
  for (const part of OTHERS) {
    mkdirSync(dirname(join(release, part)), { recursive: true });
    cpSync(join(ROOT, part), join(release, part));
  }
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder, release]);
  const [tarball = ""] = globSync("*.tgz", { cwd: folder });
  await run("tar", ["-xzf", join(folder, tarball), "-C", unpacked, "--strip-components", "1"]);
  await buildFrom(unpacked, PACKED_IMAGE);
}
