/** Whoever is told of something each time that it happens, until they have heard enough. */

export type Followers<Told> = {
  /** Tells `follower` from now on, until the function that it returns is called. */
  follow(follower: (told: Told) => void): () => void;
  tell(told: Told): void;
};

export function createFollowers<Told>(): Followers<Told> {
  const followers = new Set<(told: Told) => void>();
  return {
    follow: (follower) => {
      followers.add(follower);
      return () => followers.delete(follower);
    },
    tell: (told) => {
      for (const follower of followers) follower(told);
    },
  };
}
