/** A pool of the read tables once they have all that was committed, however long a slow machine takes over it. */
import { TablesBehind } from "../../src/store/sql/unavailable.ts";

/** Asks `pool` again, which waits itself, while the tables are behind. */
export async function caughtUp<Pool>(pool: () => Promise<Pool>): Promise<Pool> {
  for (;;)
    try {
      return await pool();
    } catch (error) {
      if (!(error instanceof TablesBehind)) throw error;
    }
}
