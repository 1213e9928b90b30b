/** Checks that rooms import each other in one direction, by the line that docs/explanation/architecture.md draws. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { describe, it } from "node:test";

const ROOT = join(import.meta.dirname, "..", "..");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");

/** Rooms and files of `src`; each imports only those before it. Files of `src` that are not drawn come before all. */
const drawn = (/^ {4}(core <- .*)$/m.exec(read("docs/explanation/architecture.md"))?.[1] ?? "").split(" <- ");

const sources = globSync("src/**/*.ts", { cwd: ROOT });
const isFile = (name: string): boolean => name.endsWith(".ts");
const roomOf = (file: string): string => file.split("/")[1]!;
const placeOf = (file: string): number => drawn.indexOf(roomOf(file));

const IMPORTED = /\bfrom "(\.[^"]+)"|\bimport(?:\(|\s)"(\.[^"]+)"/g;

/** Files that a file imports, for their types alone too. */
const importsOf = (file: string): string[] =>
  [...read(file).matchAll(IMPORTED)].map(([, from, loaded]) =>
    normalize(join(dirname(file), from ?? loaded ?? "")),
  );

describe("rooms", () => {
  it("are all drawn", () => {
    const rooms = sources.map(roomOf).filter((name) => !isFile(name));
    assert.deepEqual(drawn.filter((name) => !isFile(name)).sort(), [...new Set(rooms)].sort());
  });

  it("are drawn with the rooms inside them", () => {
    const picture = read("docs/explanation/architecture.md").split("## One order", 1)[0]!;
    const folders = globSync("src/**/", { cwd: ROOT }).map((folder) => basename(folder));
    const inPicture = new Set([...picture.matchAll(/([a-z0-9-]+)\//g)].map(([, name]) => name));
    assert.deepEqual(
      folders.filter((folder) => folder !== "src" && !inPicture.has(folder)),
      [],
    );
  });

  it("have the rooms that are drawn inside them", () => {
    const missing = [
      ...read("docs/explanation/architecture.md").matchAll(/^\| `([a-z]+)\/` +\|(.*)$/gm),
    ].flatMap(([, room = "", content = ""]) => {
      const inner = new Set(globSync(`src/${room}/**/`, { cwd: ROOT }).map((folder) => basename(folder)));
      return [...content.matchAll(/`([a-z0-9-]+)\/`/g)]
        .map(([, name = ""]) => name)
        .filter((name) => !inner.has(name))
        .map((name) => `${room}/${name}`);
    });
    assert.deepEqual(missing, []);
  });

  it("import only rooms before them, and core only itself", () => {
    const wrong = sources.flatMap((file) =>
      importsOf(file)
        .filter((imported) =>
          roomOf(file) === "core" ? roomOf(imported) !== "core" : placeOf(imported) > placeOf(file),
        )
        .map((imported) => `${file} imports ${imported}`),
    );
    assert.deepEqual(wrong, []);
  });
});
