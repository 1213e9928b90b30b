/**
 * Subscription of live channels to commits. Errors in a channel are only logged, since they must not stop the engine's
 * writer.
 */
import type { Context } from "../context.ts";
import type { Follower } from "../engine/repeats/entry.ts";

/** Calls `follower` with every commit, and `onMissed` after a commit that `follower` failed to handle, wholly or partly. */
export function followCommits(
  { engine, log }: Pick<Context, "engine" | "log">,
  follower: Follower,
  onMissed: () => void = () => {},
): void {
  engine.follow((publication) => {
    try {
      follower(publication);
    } catch (error) {
      log.error(
        { event: "commit_not_told", err: error, seq: publication.seq },
        "a commit is not told on a live channel",
      );
      onMissed();
    }
  });
}
