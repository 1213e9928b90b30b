/** A release that follows this one: its package with a later version, a migration more, and messages of its own where wanted. */
import assert from "node:assert/strict";
import { cpSync, globSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BUS_VERSION } from "../../src/engine/follower/bus.ts";
import { PACKAGE_ROOT } from "../../src/release.ts";

export type NextRelease = {
  readonly version: string;
  /** Version of the messages between its processes. */
  readonly bus: number;
  /** Names of its migrations beyond those of this release. */
  readonly migrations: readonly string[];
};

/** Writes the package of a release into a folder; returns the path of its command. */
export function makeNextRelease(folder: string, { version, bus, migrations }: NextRelease): string {
  for (const part of ["bin", "dist", "web/dist", "src/store/migrations"])
    cpSync(join(PACKAGE_ROOT, part), join(folder, part), { recursive: true, preserveTimestamps: true });
  symlinkSync(join(PACKAGE_ROOT, "node_modules"), join(folder, "node_modules"));
  const described = JSON.parse(readFileSync(join(PACKAGE_ROOT, "package.json"), "utf8"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...described, version }));
  for (const name of migrations)
    writeFileSync(join(folder, "src", "store", "migrations", `${name}.sql`), `create table "${name}" ();\n`);
  // The bundle has the number wherever a pulse is made or read.
  const places = [`\tbus: ${BUS_VERSION},`, `.bus !== ${BUS_VERSION}`];
  const files = globSync("dist/*.js", { cwd: folder }).map((name) => join(folder, name));
  for (const place of places) {
    const having = files.filter((file) => readFileSync(file, "utf8").includes(place));
    assert.equal(having.length, 1, `one file of the bundle has ${place}`);
    for (const file of having)
      writeFileSync(file, readFileSync(file, "utf8").replace(place, place.replace(/\d+/, String(bus))));
  }
  return join(folder, "bin", "presage.js");
}
