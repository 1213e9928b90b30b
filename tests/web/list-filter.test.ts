/** Tests that the filter of the console's list of markets comes back from the address of its view. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { FIRST_FILTER, readListFilter, writeListFilter } from "../../web/src/admin/listing/list-filter.ts";

const read = (query: string) => readListFilter(new URLSearchParams(query));

it("comes back, and what it does not know counts as the first choice", () => {
  for (const query of ["", "kind=events&words=the+ferry", "state=due&sort=ends"])
    assert.equal(writeListFilter(read(query)).toString(), query);
  assert.deepEqual(read("kind=people&state=good&sort=&order=volume"), FIRST_FILTER);
});
