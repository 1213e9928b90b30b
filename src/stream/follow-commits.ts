/** How live channels follow the engine: what goes wrong in telling of a commit must not stop the one who made it. */
import type { Context } from "../context.ts";
import type { Follower } from "../engine/entry.ts";

/** `onMissed` is told that a commit was not told, or not wholly. */
export function followCommits(
  { engine, log }: Pick<Context, "engine" | "log">,
  follower: Follower,
  onMissed: () => void = () => {},
): void {
  engine.follow((publication) => {
    try {
      follower(publication);
    } catch (error) {
      log.error({ err: error, seq: publication.seq }, "a commit is not told on a live channel");
      onMissed();
    }
  });
}
