import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { bookBytes } from "../../src/http/trading/books/books.ts";
import type { BookRecord } from "../../src/http/trading/books/books.ts";

type Vectors = { vectors: { id: string; note: string; hash: string; book: BookRecord }[] };

const file = new URL("../vectors/book-hash.json", import.meta.url);
const { vectors }: Vectors = JSON.parse(readFileSync(file, "utf8"));

void describe("The book record", () => {
  for (const { id, note, book } of vectors) {
    void it(`inc-34: is the golden one, byte for byte, with the hash that clients compute: ${id}, ${note}`, () => {
      const { hash: _hash, ...record } = book;
      assert.equal(bookBytes(record).toString(), JSON.stringify(book));
    });
  }
});
