/** A set of callbacks. */

export type Followers<Value> = {
  /** Adds a callback; the returned function removes it. */
  follow(follower: (value: Value) => void): () => void;
  /** Calls every callback. */
  notify(value: Value): void;
};

export function createFollowers<Value>(): Followers<Value> {
  const followers = new Set<(value: Value) => void>();
  return {
    follow: (follower) => {
      followers.add(follower);
      return () => followers.delete(follower);
    },
    notify: (value) => {
      for (const follower of followers) follower(value);
    },
  };
}
