/** Registers one test per scenario: its name, its text and, where it is not the usual one, its setting. */
import { test } from "node:test";
import { runScenario } from "./drawn-book.ts";
import type { Setting } from "./drawn-book.ts";

export type Row = readonly [name: string, text: string, setting?: Setting];

export function testScenarios(rows: readonly Row[]): void {
  for (const [name, text, setting] of rows) {
    test(name, () => {
      runScenario(text, setting);
    });
  }
}
