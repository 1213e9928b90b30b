/** Shared readings: one at a time, and never one that began before it was asked for. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { shareReading } from "../../src/base/async.ts";

/** Readings that end when they are told to; the nth gives n. */
function readings() {
  const ends: { resolve: (value: number) => void; reject: (error: Error) => void }[] = [];
  const read = shareReading(() => new Promise<number>((resolve, reject) => ends.push({ resolve, reject })));
  return { read, ends };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("who asks while a reading runs shares the next one", async () => {
  const { read, ends } = readings();
  const first = read();
  const [second, third] = [read(), read()];
  assert.equal(ends.length, 1);
  ends[0]!.resolve(1);
  assert.equal(await first, 1);
  await settled();
  assert.equal(ends.length, 2);
  const fourth = read();
  ends[1]!.resolve(2);
  assert.deepEqual(await Promise.all([second, third]), [2, 2]);
  await settled();
  ends[2]!.resolve(3);
  assert.equal(await fourth, 3);
  const fifth = read();
  ends[3]!.resolve(4);
  assert.equal(await fifth, 4);
});

test("a reading that fails fails for those who share it only", async () => {
  const { read, ends } = readings();
  const [first, second] = [read(), read()];
  ends[0]!.reject(new Error("lost"));
  await assert.rejects(first, /lost/);
  await settled();
  ends[1]!.resolve(2);
  assert.equal(await second, 2);
});
