/** Paths of the web page: the page's router uses them, and the server answers them with the page. */
export const PAGE_PATHS = {
  home: "/",
  event: "/event/:slug",
  portfolio: "/portfolio",
  leaderboard: "/leaderboard",
  activity: "/activity",
  search: "/search",
  profile: "/profile/:address",
  howItWorks: "/how-it-works",
  developers: "/developers",
  invite: "/invite/:code",
  admin: "/admin",
} as const;
