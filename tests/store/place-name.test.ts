/** Tests of the names of places for backups. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseBackupLocation } from "../../src/operate/archive/backup-storage.ts";

describe("the name of a place for backups", () => {
  it("is a directory or a bucket with a prefix", () => {
    assert.deepEqual(parseBackupLocation("/var/backups"), { kind: "directory", path: "/var/backups" });
    assert.deepEqual(parseBackupLocation("s3://backups.example"), {
      kind: "s3",
      bucket: "backups.example",
      prefix: "",
    });
    const within = parseBackupLocation("s3://backups.example/of/presage");
    assert.deepEqual(within, { kind: "s3", bucket: "backups.example", prefix: "of/presage/" });
  });

  it("is refused with the part that is wrong", () => {
    const cases: [text: string, why: RegExp][] = [
      ["gs://backups/presage", /^expected a directory, or s3:/],
      ["s3://", /^expected a bucket of 3 to 63 .*, got "" in/],
      ["s3://ab/presage", /^expected a bucket of 3 to 63 .*, got "ab" in/],
      ["s3://Backups/presage", /^expected a bucket of .* small letters.*, got "Backups" in/],
      ["s3://backups/of presage", /^expected a prefix of at most 500 .*, got "of presage" in/],
    ];
    for (const [text, message] of cases) assert.throws(() => parseBackupLocation(text), { message });
  });
});
